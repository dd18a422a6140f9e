# Runs in the guest. /mnt is the folder share/ of the host, everything else is the host's root, read only.
. /mnt/settings
exec > /mnt/log.txt 2>&1
export HOME=/tmp
modprobe -d "$MODULES" vivid n_devs=1 node_types=0x1
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e /dev/video0 ] && break; sleep 0.5; done
ls -l /dev/video*
echo "== cameras"
"$PROGRAM" cameras
echo "== save"
"$PROGRAM" cameras save webcam:vivid /mnt/picture.jpg && ls -l /mnt/picture.jpg
echo "== watch, unplug, plug in"
driver=/sys/bus/platform/drivers/vivid
device=$(basename "$(ls -d $driver/vivid.* | head -1)")
"$PROGRAM" watch webcam:vivid --seconds 40 &
watcher=$!
sleep 12
echo "$device" > $driver/unbind && echo "unplugged $device"
sleep 9
echo "$device" > $driver/bind && echo "plugged in $device"
sleep 8
# The program holds the camera again: the device is in use.
if ls -l /proc/$watcher/fd | grep -q video; then echo "after replugging: ok"; else echo "after replugging: not opened"; fi
ls /proc/$watcher/task | wc -l
wait $watcher
echo "watch ended with $?"
touch /mnt/done
sync
echo o > /proc/sysrq-trigger
sleep 5

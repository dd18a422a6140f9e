# Runs in the guest. /mnt is the folder share/ of the host, everything else is the host's root, read only.
. /mnt/settings
exec > /mnt/log.txt 2>&1
export HOME=/tmp
driver=/sys/bus/platform/drivers/vivid
modprobe -d "$MODULES" vivid n_devs=1 node_types=0x1
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e /dev/video0 ] && break; sleep 0.5; done
device=$(basename "$(ls -d $driver/vivid.* | head -1)")
ls -l /dev/video*
echo "== cameras"
"$PROGRAM" cameras
echo "== save"
"$PROGRAM" cameras save webcam:vivid /mnt/picture.jpg && ls -l /mnt/picture.jpg
echo "== unplugged while it is watched"
"$PROGRAM" watch webcam:vivid --seconds 30 &
watcher=$!
sleep 10
echo "$device" > $driver/unbind && echo "unplugged $device"
sleep 5
"$PROGRAM" cameras save webcam:vivid /mnt/none.jpg
echo "save ended with $?"
echo "$device" > $driver/bind && echo "plugged in $device"
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e /dev/video0 ] && break; sleep 0.5; done
wait $watcher
echo "watch ended with $?"
echo "== plugged in again"
"$PROGRAM" cameras save webcam:vivid /mnt/again.jpg && ls -l /mnt/again.jpg
touch /mnt/done
sync
echo o > /proc/sysrq-trigger
sleep 5

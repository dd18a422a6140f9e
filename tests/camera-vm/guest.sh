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
if [ -e /mnt/v4l2loopback.ko ]; then
    modprobe -d "$MODULES" videodev
    insmod /mnt/v4l2loopback.ko video_nr=9 card_label=loopback exclusive_caps=1 max_buffers=4
    for how in whole bare; do
        echo "== Motion JPEG, $how"
        /mnt/feed /dev/video9 1280 720 $how /mnt/fed/*.jpg &
        feeder=$!
        sleep 2
        "$PROGRAM" cameras
        "$PROGRAM" cameras save webcam:loopback /mnt/mjpg-$how.jpg && ls -l /mnt/mjpg-$how.jpg
        kill $feeder
        wait $feeder
    done
fi
touch /mnt/done
sync
echo o > /proc/sysrq-trigger
sleep 5

/* Feeds JPEG files to a v4l2loopback device, ten a second and round and round, as a webcam with Motion JPEG sends them.
 *
 *   feed DEVICE WIDTH HEIGHT whole FILE...   each picture as it is; behind it the buffer holds what an older one left there
 *   feed DEVICE WIDTH HEIGHT bare FILE...    without Huffman tables, and with zeros up to the end of the whole buffer
 */
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Takes the segments with Huffman tables (marker c4) out of a JPEG; returns the new length. */
static size_t without_tables(unsigned char *jpeg, size_t length)
{
    size_t at = 2, kept = 2;
    while (at + 4 <= length && jpeg[at] == 0xff && jpeg[at + 1] != 0xda) {
        size_t segment = 2 + (jpeg[at + 2] << 8 | jpeg[at + 3]);
        if (at + segment > length)
            break;
        if (jpeg[at + 1] != 0xc4) {
            memmove(jpeg + kept, jpeg + at, segment);
            kept += segment;
        }
        at += segment;
    }
    memmove(jpeg + kept, jpeg + at, length - at);
    return kept + length - at;
}

int main(int n, char **words)
{
    if (n < 6)
        return fprintf(stderr, "usage: feed DEVICE WIDTH HEIGHT whole|bare FILE...\n"), 2;
    int device = open(words[1], O_RDWR);
    struct v4l2_format format = { .type = V4L2_BUF_TYPE_VIDEO_OUTPUT };
    format.fmt.pix.width = atoi(words[2]);
    format.fmt.pix.height = atoi(words[3]);
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_MJPEG;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    if (device < 0 || ioctl(device, VIDIOC_S_FMT, &format) < 0)
        return perror(words[1]), 1;
    size_t whole = format.fmt.pix.sizeimage;
    int bare = strcmp(words[4], "bare") == 0;
    printf("feeding %u x %u, %zu bytes a buffer\n", format.fmt.pix.width, format.fmt.pix.height, whole);
    fflush(stdout);
    for (int i = 5;; i = i + 1 < n ? i + 1 : 5) {
        unsigned char *buffer = calloc(1, whole);
        FILE *file = fopen(words[i], "rb");
        if (!buffer || !file)
            return perror(words[i]), 1;
        size_t length = fread(buffer, 1, whole, file);
        fclose(file);
        if (bare) {
            size_t short_of = without_tables(buffer, length);
            memset(buffer + short_of, 0, length - short_of);
            length = whole;
        }
        if (write(device, buffer, length) < 0)
            return perror("write"), 1;
        free(buffer);
        usleep(100000);
    }
}

#!/usr/bin/env python3
"""Makes the small pictures of this folder: every way a file may hold one. Needs ImageMagick, a C compiler and libjpeg's headers.

Upright, each is 48 x 32 and has red, green, blue and white corners: top left, top right, bottom left, bottom right.
"""
import pathlib, struct, subprocess, tempfile, zlib

here = pathlib.Path(__file__).parent
work = pathlib.Path(tempfile.mkdtemp())


def convert(*words):
    subprocess.run(["convert", *map(str, words)], check=True)


upright = work / "upright.png"
convert("-size", "24x16", "(", "xc:#d01010", "xc:#10d010", "+append", ")", "(", "xc:#1010d0", "xc:#f0f0f0", "+append", ")",
        "-append", "+repage", "-depth", "8", f"png24:{upright}")


def exif(orientation):
    return b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HH", orientation, 0) + bytes(4)


def note_jpeg(path, block):
    plain = path.read_bytes()
    block = b"Exif\0\0" + block
    path.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + plain[2:])


def note_png(path, block):
    plain = path.read_bytes()
    chunk = b"eXIf" + block
    path.write_bytes(plain[:33] + struct.pack(">I", len(block)) + chunk + struct.pack(">I", zlib.crc32(chunk)) + plain[33:])


def note_webp(path, block):
    plain = path.read_bytes()
    chunks = plain[12:]
    if not chunks.startswith(b"VP8X"):
        width, height = map(int, subprocess.check_output(["identify", "-format", "%w %h", path]).split())
        size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
        chunks = b"VP8X" + struct.pack("<II", 10, 8) + size + chunks
    chunks += b"EXIF" + struct.pack("<I", len(block)) + block + bytes(len(block) % 2)
    path.write_bytes(b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks)


stored = [(), ("-flop",), ("-rotate", "180"), ("-flip",), ("-transpose",), ("-rotate", "270"), ("-transverse",), ("-rotate", "90")]
for number, turn in enumerate(stored, 1):
    for ending, note in (("jpg", note_jpeg), ("png", note_png), ("webp", note_webp)):
        path = here / f"turned-{number}.{ending}"
        convert(upright, *turn, "-strip", "-quality", 92, path)
        note(path, exif(number))

convert(upright, "-strip", "-quality", 92, here / "plain.jpg")
convert(upright, "-strip", "-quality", 92, "-interlace", "JPEG", here / "progressive.jpg")
convert(upright, "-strip", "-quality", 92, "-sampling-factor", "2x2", here / "half-colours.jpg")
convert(upright, "-strip", "-depth", 16, f"png48:{here / 'sixteen-bit.png'}")
convert(upright, "-strip", "-alpha", "set", "-depth", 8, f"png32:{here / 'alpha.png'}")
convert(upright, "-strip", "-interlace", "PNG", here / "interlaced.png")
convert(upright, "-strip", "-define", "webp:lossless=true", here / "lossless.webp")
convert("-delay", 10, upright, "(", upright, "-negate", ")", here / "animated.webp")
convert(upright, "-strip", "-quality", 92, "-colorspace", "CMYK", here / "print-ycck.jpg")

# Print colours without the YCC step, as other programs write them; Adobe's note says that 255 is no ink.
(work / "cmyk.c").write_text(r"""
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>
int main(int n, char **words) {
    struct jpeg_compress_struct c; struct jpeg_error_mgr e; unsigned char row[48 * 4];
    c.err = jpeg_std_error(&e); jpeg_create_compress(&c);
    FILE *out = fopen(words[1], "wb"); jpeg_stdio_dest(&c, out);
    c.image_width = 48; c.image_height = 32; c.input_components = 4; c.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&c); jpeg_set_quality(&c, 92, TRUE); c.write_Adobe_marker = atoi(words[2]);
    jpeg_start_compress(&c, TRUE);
    for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 48; x++) {
            static const unsigned char inks[4][4] = {{208, 16, 16, 255}, {16, 208, 16, 255}, {16, 16, 208, 255}, {255, 255, 255, 240}};
            for (int i = 0; i < 4; i++) row[x * 4 + i] = inks[(y >= 16) * 2 + (x >= 24)][i];
        }
        JSAMPROW rows[1] = {row}; jpeg_write_scanlines(&c, rows, 1);
    }
    jpeg_finish_compress(&c); fclose(out); return 0;
}
""")
subprocess.run(["cc", "-o", work / "cmyk", work / "cmyk.c", "-ljpeg"], check=True)
subprocess.run([work / "cmyk", here / "print-cmyk.jpg", "1"], check=True)
subprocess.run([work / "cmyk", here / "print-unmarked.jpg", "0"], check=True)

# The first bytes of what an iPhone makes, under the name that some programs give it.
(here / "heic-named.jpg").write_bytes(struct.pack(">I", 24) + b"ftypheic" + bytes(4) + b"mif1heic" + bytes(40))

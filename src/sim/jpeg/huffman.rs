//! Huffman codes of annex K, and the stream of bits of a file.

use super::SIDE;

/// How many codes there are of each length from 1 to 16 bits.
const BRIGHT_DC_LENGTHS: [u8; 16] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const COLOUR_DC_LENGTHS: [u8; 16] = [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
const BRIGHT_AC_LENGTHS: [u8; 16] = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125];
const COLOUR_AC_LENGTHS: [u8; 16] = [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119];
/// What the codes stand for, shortest first.
const DC_VALUES: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const BRIGHT_AC_VALUES: [u8; 162] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71, 0x14,
    0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09,
    0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a,
    0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, 0x65,
    0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88,
    0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9,
    0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca,
    0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea,
    0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
];
const COLOUR_AC_VALUES: [u8; 162] = [
    0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22, 0x32,
    0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1, 0x0a, 0x16,
    0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x35, 0x36, 0x37, 0x38, 0x39,
    0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64,
    0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x82, 0x83, 0x84, 0x85, 0x86,
    0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7,
    0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8,
    0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9,
    0xea, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
];

/// Code and its length in bits for each value.
type Codes = [(u16, u8); 256];

const DC: [Codes; 2] = [codes(&BRIGHT_DC_LENGTHS, &DC_VALUES), codes(&COLOUR_DC_LENGTHS, &DC_VALUES)];
const AC: [Codes; 2] = [codes(&BRIGHT_AC_LENGTHS, &BRIGHT_AC_VALUES), codes(&COLOUR_AC_LENGTHS, &COLOUR_AC_VALUES)];
/// Sixteen zeros, and nothing but zeros from here on.
const SIXTEEN: u8 = 0xf0;
const END: u8 = 0x00;

const fn codes(lengths: &[u8; 16], values: &[u8]) -> Codes {
    let mut out = [(0, 0); 256];
    let (mut next, mut code, mut bits) = (0, 0u16, 1);
    while bits <= 16 {
        let mut left = lengths[bits - 1];
        while left > 0 {
            out[values[next] as usize] = (code, bits as u8);
            next += 1;
            code = code.wrapping_add(1);
            left -= 1;
        }
        code <<= 1;
        bits += 1;
    }
    out
}

/// The four tables as a file wants them.
pub(super) fn tables() -> [Vec<u8>; 4] {
    let table = |kind: u8, lengths: &[u8], values: &[u8]| [&[kind], lengths, values].concat();
    [
        table(0x00, &BRIGHT_DC_LENGTHS, &DC_VALUES),
        table(0x10, &BRIGHT_AC_LENGTHS, &BRIGHT_AC_VALUES),
        table(0x01, &COLOUR_DC_LENGTHS, &DC_VALUES),
        table(0x11, &COLOUR_AC_LENGTHS, &COLOUR_AC_VALUES),
    ]
}

/// A file that grows bit by bit.
pub(super) struct Bits {
    out: Vec<u8>,
    /// The last `waiting` bits of this are not in `out` yet; always fewer than 32.
    last: u64,
    waiting: u32,
    /// Mean of the last block of each channel.
    before: [i32; 3],
}

impl Bits {
    /// Goes on after `header` with a picture of this size.
    pub(super) fn new(mut header: Vec<u8>, (width, height): (usize, usize)) -> Self {
        // About what a noisy picture of high quality needs.
        header.reserve(width * height);
        Self { out: header, last: 0, waiting: 0, before: [0; 3] }
    }

    /// A block of a channel, its coefficients in the order of a file.
    pub(super) fn block(&mut self, channel: usize, values: &[i16; SIDE * SIDE]) {
        let (dc, ac) = (&DC[channel.min(1)], &AC[channel.min(1)]);
        let mean = i32::from(values[0]);
        self.number(dc, 0, mean - self.before[channel]);
        self.before[channel] = mean;
        // A bit for each coefficient that is not 0; the first has been written.
        let mut left = 0u64;
        for (i, v) in values.iter().enumerate().skip(1) {
            left |= u64::from(*v != 0) << i;
        }
        let mut at = 0;
        while left != 0 {
            let next = left.trailing_zeros();
            let mut zeros = next - at - 1;
            while zeros > 15 {
                self.code(ac, SIXTEEN);
                zeros -= 16;
            }
            self.number(ac, zeros, i32::from(values[next as usize]));
            at = next;
            left &= left - 1;
        }
        if at < 63 {
            self.code(ac, END);
        }
    }

    /// The code for so many zeros and a number of so many bits, and those bits.
    fn number(&mut self, codes: &Codes, zeros: u32, number: i32) {
        let size = 32 - number.unsigned_abs().leading_zeros();
        let (code, length) = codes[(zeros << 4 | size) as usize & 255];
        // Negative numbers are written less one, without their upper bits.
        let bits = (number + (number >> 31)) as u32 & ((1 << size) - 1);
        self.push(u32::from(code) << size | bits, u32::from(length) + size);
    }

    fn code(&mut self, codes: &Codes, value: u8) {
        let (code, length) = codes[usize::from(value)];
        self.push(u32::from(code), u32::from(length));
    }

    /// At most 27 bits.
    fn push(&mut self, bits: u32, count: u32) {
        self.last = self.last << count | u64::from(bits);
        self.waiting += count;
        if self.waiting >= 32 {
            self.waiting -= 32;
            self.write((self.last >> self.waiting) as u32);
        }
    }

    /// Four bytes; one that looks like a marker is followed by a zero.
    fn write(&mut self, four: u32) {
        let bytes = four.to_be_bytes();
        // Is any byte of the complement 0?
        if (!four).wrapping_sub(0x0101_0101) & four & 0x8080_8080 == 0 {
            self.out.extend_from_slice(&bytes);
        } else {
            bytes.into_iter().for_each(|b| self.byte(b));
        }
    }

    fn byte(&mut self, byte: u8) {
        self.out.push(byte);
        if byte == 0xff {
            self.out.push(0);
        }
    }

    /// The whole file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // The last byte is filled up with ones.
        self.push(0x7f, 7);
        while self.waiting >= 8 {
            self.waiting -= 8;
            self.byte((self.last >> self.waiting) as u8);
        }
        self.out.extend([0xff, 0xd9]);
        self.out
    }
}

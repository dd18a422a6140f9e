//! For a browser the weights of the networks are rounded to eleven significant bits: what is rounded off is zeros, which the
//! page's host compresses to nothing, so that the networks take half the time to load. The readings stay the same
//! (`scripts/compare-readings`). Everywhere else the networks are taken as they are.

use std::path::Path;
use std::{env, fs};

/// Bits of a weight that are rounded off.
const OFF: u32 = 13;

fn main() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    println!("cargo::rerun-if-changed=build.rs");
    for name in ["tiles.onnx", "pips.onnx"] {
        println!("cargo::rerun-if-changed={}", models.join(name).display());
    }
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return;
    }
    let out = env::var("OUT_DIR").expect("cargo says where to");
    for name in ["tiles.onnx", "pips.onnx"] {
        let mut bytes = fs::read(models.join(name)).expect("the networks belong to the sources");
        let rounded = round_weights(&mut bytes);
        assert!(rounded > 100_000, "{name}: only {rounded} weights were found");
        fs::write(Path::new(&out).join(name), bytes).expect("the output folder can be written");
    }
}

/// Rounds the weights of a network in place and says how many there are. The file is a protocol buffer: the graph is field 7 of the
/// model, its tensors are fields 5, and of these 2 is the type (1: numbers of four bytes) and 9 the numbers.
fn round_weights(model: &mut [u8]) -> usize {
    let whole = (0, model.len());
    let mut tensors = Vec::new();
    for graph in parts(model, whole, 7) {
        tensors.extend(parts(model, graph, 5));
    }
    let mut rounded = 0;
    for tensor in tensors {
        if number(model, tensor, 2) != Some(1) {
            continue;
        }
        for (from, to) in parts(model, tensor, 9) {
            let (numbers, _) = model[from..to].as_chunks_mut::<4>();
            for bytes in numbers {
                *bytes = rounded_off(u32::from_le_bytes(*bytes)).to_le_bytes();
                rounded += 1;
            }
        }
    }
    rounded
}

/// To the nearest, halves to even. (What carries goes on into the exponent, which is right.)
const fn rounded_off(bits: u32) -> u32 {
    let half = (1 << (OFF - 1)) - 1 + (bits >> OFF & 1);
    (bits + half) >> OFF << OFF
}

/// A field: its number, its value where it is one, and where its bytes lie where it has some.
type Field = (u64, Option<u64>, (usize, usize));

/// The fields of a message.
fn fields(bytes: &[u8], (mut at, end): (usize, usize)) -> Vec<Field> {
    let mut fields = Vec::new();
    while at < end {
        let key = varint(bytes, &mut at);
        let field = match key & 7 {
            0 => (key >> 3, Some(varint(bytes, &mut at)), (at, at)),
            1 => (key >> 3, None, (at, at + 8)),
            2 => {
                let length = varint(bytes, &mut at) as usize;
                (key >> 3, None, (at, at + length))
            }
            5 => (key >> 3, None, (at, at + 4)),
            kind => panic!("a network with a field of kind {kind}"),
        };
        at = field.2.1;
        fields.push(field);
    }
    fields
}

fn parts(bytes: &[u8], within: (usize, usize), number: u64) -> Vec<(usize, usize)> {
    fields(bytes, within).into_iter().filter(|field| field.0 == number).map(|field| field.2).collect()
}

fn number(bytes: &[u8], within: (usize, usize), number: u64) -> Option<u64> {
    fields(bytes, within).into_iter().find(|field| field.0 == number).and_then(|field| field.1)
}

fn varint(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = bytes[*at];
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return value;
        }
        shift += 7;
    }
}

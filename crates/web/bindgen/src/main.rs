//! Makes what a browser loads out of a module that cargo built: `sixty-one-bindgen MODULE.wasm FOLDER NAME [LATE.txt]`. With a list of
//! functions that may come later, these become a second file, `NAME_rest.wasm`.

mod split;

use anyhow::Context as _;
use rustc_demangle::demangle;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("usage: sixty-one-bindgen MODULE.wasm FOLDER NAME [LATE.txt]");
    let (module, folder, name) = (next()?, next()?, next()?);
    let late = next().ok().map(std::fs::read_to_string).transpose()?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(&name).typescript(false).remove_producers_section(true).web(true)?;
    bindgen.remove_name_section(late.is_none());
    let mut output = bindgen.generate_output()?;
    if let Some(late) = late {
        let beginnings: Vec<&str> = late.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let is_late = |name: &str| {
            let name = demangle(name).to_string();
            // An implementation counts as its type's.
            let name = name.trim_start_matches(['<', '&', '*', '(']);
            beginnings.iter().any(|beginning| name.starts_with(beginning))
        };
        let whole = output.wasm_mut().emit_wasm();
        let [first, mut rest] = split::split(&whole, is_late)?;
        *output.wasm_mut() = first;
        rest.emit_wasm_file(format!("{folder}/{name}_rest.wasm"))?;
    }
    output.emit(folder)
}

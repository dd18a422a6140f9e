//! Makes what a browser loads out of a module that cargo built: `sixty-one-bindgen MODULE.wasm FOLDER NAME`.

use anyhow::Context as _;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("usage: sixty-one-bindgen MODULE.wasm FOLDER NAME");
    let (module, folder, name) = (next()?, next()?, next()?);
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(&name).typescript(false).remove_producers_section(true).remove_name_section(true).web(true)?;
    bindgen.generate(folder)
}

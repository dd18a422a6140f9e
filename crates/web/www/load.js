// Loads the eye: its module for this browser, and the networks.
import './relaxed.js';

const at = file => new URL(file, import.meta.url);
async function bytes(file) {
  const answer = await fetch(at(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// The module's memory, its functions, and a reader.
export async function load() {
  const name = `sixty_one_web_eye${self.relaxed ? '_relaxed' : ''}`;
  const networks = [bytes('tiles.plain'), bytes('pips.plain')];
  const eye = await import(`./${name}.js`);
  const [{ memory }, tiles, pips] = await Promise.all([eye.default({ module_or_path: at(`${name}_bg.wasm`) }), ...networks]);
  return { memory, eye, reader: new eye.Reader(tiles, pips) };
}

// Loads the eye: its module for this browser, and the networks.
import './relaxed.js';

const at = file => new URL(file, import.meta.url);
async function bytes(file) {
  const answer = await fetch(at(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// If the plain module is the one kept on this device, an update of the browser must not ask for the other: there may be no network.
async function module() {
  const relaxed = self.relaxed && !await self.caches?.match(at('sixty_one_web_eye.js'));
  const name = `sixty_one_web_eye${relaxed ? '_relaxed' : ''}`;
  const eye = await import(`./${name}.js`);
  return [eye, await eye.default({ module_or_path: at(`${name}_bg.wasm`) })];
}

// The module's memory, its functions, and a reader.
export async function load() {
  const [[eye, { memory }], tiles, pips] = await Promise.all([module(), bytes('tiles.plain'), bytes('pips.plain')]);
  return { memory, eye, reader: new eye.Reader(tiles, pips) };
}

// The rest of the window's module: what the first drop does not need. What calls it before it is here waits until it is loaded.
const place = new URL('sixty_one_web_rest.wasm', import.meta.url);
const failed = () => new Error('the rest of the program did not load');

// For the module with these exports; gives what loads the rest meanwhile.
export function withRest(first) {
  let here = false;
  const join = module => {
    if (!here) new WebAssembly.Instance(module, { first });
    here = true;
  };
  // A worker may wait for a file.
  self.loadRest = () => {
    if (here) return;
    const ask = new XMLHttpRequest();
    ask.open('GET', place, false);
    ask.responseType = 'arraybuffer';
    try { ask.send(); } catch { throw failed(); }
    if (ask.status !== 200) throw failed();
    join(new WebAssembly.Module(ask.response));
  };
  return async () => join(await WebAssembly.compileStreaming(fetch(place)));
}

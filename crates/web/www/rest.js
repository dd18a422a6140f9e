// The rest of the window's module: what the first drop does not need. What calls it before it is here waits until it is loaded.
const place = new URL('sixty_one_web_rest.wasm', import.meta.url);

// Between two tries without a network: the first are soon.
const LONGEST = 5000;
const later = wait => Math.min(wait * 2, LONGEST);

// A worker that stands still for a while; where a browser has no memory to wait on, it counts.
function stand(ms) {
  try {
    Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0, ms);
  } catch {
    for (const end = performance.now() + ms; performance.now() < end;);
  }
}

// For the module with these exports; gives what loads the rest meanwhile. `lacks` hears that the window waits for it, and no more.
export function withRest(first, lacks = () => {}) {
  let here = false;
  const join = module => {
    if (!here) new WebAssembly.Instance(module, { first });
    here = true;
  };
  // A worker may wait for a file. What was called cannot be called off: it waits until the network is back.
  self.loadRest = () => {
    for (let wait = 250; !here; wait = later(wait)) {
      const ask = new XMLHttpRequest();
      ask.open('GET', place, false);
      ask.responseType = 'arraybuffer';
      try { ask.send(); } catch { /* No network. */ }
      if (ask.status === 200) join(new WebAssembly.Module(ask.response));
      else {
        lacks(true);
        stand(wait);
      }
    }
    lacks(false);
  };
  return async () => {
    for (let wait = 250; !here; wait = later(wait)) {
      try {
        const answer = await fetch(place);
        if (answer.ok) join(await WebAssembly.compileStreaming(answer));
      } catch { /* No network. */ }
      if (!here) await new Promise(resolve => setTimeout(resolve, wait));
    }
  };
}

// Everything that the page and the program tell each other, each message once, with its usual contents.
// Tests send each through the program's own reader (crates/web/src/message.rs, src/camera/page/mod.rs), which takes the list as JSON:
// no comments and no trailing commas in it. `null` stands for what may be left open.
export const MESSAGES = {
  "program": {
    "size": { "width": 1, "height": 1, "scale": 1 },
    "theme": { "dark": true, "calm": false },
    "hands": { "touch": false },
    "seen": { "seen": true },
    "focus": { "focused": true },
    "pointer": { "phase": "move", "id": 0, "x": 0, "y": 0, "touch": false, "button": 0, "made": 0, "keys": { "alt": false, "ctrl": false, "shift": false, "meta": false } },
    "gone": {},
    "wheel": { "dx": 0, "dy": 0, "keys": { "alt": false, "ctrl": false, "shift": false, "meta": false } },
    "key": { "name": "", "code": "", "down": true, "keys": { "alt": false, "ctrl": false, "shift": false, "meta": false } },
    "text": { "text": "" },
    "paste": { "text": "" },
    "copy": { "cut": false },
    "control": { "id": "" },
    "back": {},
    "kept": { "persisted": false, "home": false }
  },
  "page": {
    "cursor": "default",
    "copied": "",
    "opened": "",
    "typing": false,
    "controls": [{ "id": "1", "role": "button", "label": "Undo", "place": [0, 0, 1, 1], "off": false, "chooses": "file", "on": true }],
    "language": "en",
    "said": "",
    "settled": true,
    "ground": "rgb(0 0 0)",
    "standing": { "recorded": 0, "unsaved": 0, "playing": false, "proposed": "", "deep": false, "keeps": true }
  },
  "camera": {
    "cameras": { "names": ["Back camera"], "lent": true },
    "live": { "watch": 1, "light": null, "locked": null, "fine": false },
    "lost": { "watch": 1, "why": "" }
  },
  "wishes": {
    "close": {},
    "light": { "on": true },
    "list": {},
    "lock": { "on": true },
    "open": { "watch": 1, "name": "on the back", "fine": false }
  }
};

// What is wrong with `given` in the place of `usual`; undefined for nothing.
function wrong(usual, given) {
  if (usual === null) return undefined;
  if (typeof usual !== typeof given) return `${JSON.stringify(given)} in the place of ${JSON.stringify(usual)}`;
  if (typeof usual === 'number' && !Number.isFinite(given)) return `${given} is not a number`;
  if (typeof usual !== 'object' || Array.isArray(usual)) return undefined;
  for (const [what, value] of Object.entries(given)) {
    const trouble = what in usual ? wrong(usual[what], value) : 'not on the list';
    if (trouble) return `${what}: ${trouble}`;
  }
  return undefined;
}

// A message as it is on the list, with what is `given`; undefined, and a line in the log, for one that could not be read.
export function message(to, tag, kind, given = {}) {
  const usual = MESSAGES[to][kind];
  const trouble = usual ? wrong(usual, given) : 'no such message';
  if (!trouble) return { [tag]: kind, ...usual, ...given };
  console.error(`not sent: ${kind}: ${trouble}`);
  return undefined;
}

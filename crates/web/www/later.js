// What the first drop can do without: sentences of other languages, weights of the typeface, the adviser's tables.
const bytes = async file => {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

// What does not come is done without: English, a heavier weight, a rule of thumb.
const without = why => console.warn(`done without: ${why?.message ?? why}`);

const asked = new Set(['en']);
export async function sentences(code, take) {
  if (asked.has(code)) return;
  asked.add(code);
  await bytes(`${code}.po`).then(text => take(code, new TextDecoder().decode(text))).catch(why => {
    asked.delete(code);
    without(why);
  });
}

export const races = take => bytes('races.bin').then(take).catch(without);

export async function fonts(take) {
  for (const file of ['medium.otf', 'semibold.otf']) await bytes(file).then(got => take(file, got)).catch(without);
}

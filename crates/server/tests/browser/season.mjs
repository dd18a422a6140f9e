// Types the forms of a season's pages in a real browser, for `sixty-one-lab league season`: a JSON object a line comes in
// (url, and form, about and fields where something is to be typed), and one goes out (html, or error).
//
// usage: node season.mjs

import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
// A secretary's phone.
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
context.setDefaultTimeout(20_000);
const page = await context.newPage();

async function type(form, name, value) {
  const field = form.locator(`[name="${name}"]`);
  const kind = await field.first().evaluate((element) => element.type);
  if (kind === 'radio') await form.locator(`[name="${name}"][value="${value}"]`).check();
  else if (kind === 'checkbox') await field.setChecked(value !== '');
  else if (kind === 'select-one') await field.selectOption(value);
  else await field.first().fill(value);
}

async function act({ url, form, about, fields }) {
  await page.goto(url);
  if (!form) return page.content();
  const own = `input[name=form][value="${form}"]`;
  const made = form === 'captain' ? page.locator('form[action=captain]') : page.locator(`form.entry:has(${own}):has(input[name=about][value="${about}"])`);
  const panel = page.locator('details').filter({ has: made });
  if (!(await panel.evaluate((element) => element.open))) await panel.locator('summary').click();
  for (const [name, value] of fields) await type(made, name, value);
  const lost = page.waitForEvent('requestfailed').then((request) => { throw new Error(`no answer: ${request.failure()?.errorText}`); });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  // Only one of the two comes.
  lost.catch(() => {});
  answered.catch(() => {});
  await made.locator('button.main, button').first().click();
  await Promise.race([answered, lost]);
  await page.waitForLoadState('load');
  return page.content();
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = { html: await act(JSON.parse(line)) };
  } catch (error) {
    answer = { error: `${error}` };
  }
  console.log(JSON.stringify(answer));
}
await browser.close();

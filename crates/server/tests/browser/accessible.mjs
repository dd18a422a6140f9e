// Is a page within everybody's reach? Fails where axe finds something serious.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// axe in an isolated world, so that the page's policy still applies to the page.
export async function accessible(page, name) {
  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send('Page.getFrameTree');
  const world = await client.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const run = async (expression, awaitPromise) =>
    client.send('Runtime.evaluate', { expression, awaitPromise, returnByValue: true, contextId: world.executionContextId });
  await run(axe);
  const { result, exceptionDetails } = await run(
    'axe.run(document).then(r => r.violations.map(v => [v.id, v.impact, v.nodes.length, v.nodes[0].html.slice(0, 120)]))', true);
  assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
  const serious = result.value.filter(([, impact]) => ['serious', 'critical'].includes(impact));
  assert.deepEqual(serious, [], `${name}: ${JSON.stringify(serious)}`);
  console.log(`${name}: nothing serious for axe (${result.value.length} lesser: ${result.value.map((v) => v[0]).join(', ')})`);
}

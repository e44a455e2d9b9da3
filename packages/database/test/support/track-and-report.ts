import { executionAsyncId } from 'node:async_hooks';
import { trackConnection } from '../../src/tracking-pool.js';

/** The id is 0 within a promise, unless something in the process follows promises. */
async function readIdInPromise(): Promise<number> {
  await null;
  return executionAsyncId();
}

const before = await readIdInPromise();
await Promise.all([trackConnection({}, readIdInPromise), trackConnection({}, readIdInPromise)]);
console.log(JSON.stringify({ before, after: await readIdInPromise() }));

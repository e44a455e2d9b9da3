import { describe, expect, it } from '@jest/globals';
import { startTestApp } from '@parley/testkit/app';
import { openTestStream } from './open-test-stream.js';

describe('an event stream', () => {
  it('ends when the process stops, which does not wait for its reader', async () => {
    const app = await startTestApp();
    const { url, token } = app;
    const [reader, stalled] = [await openTestStream({ url, token }), await openTestStream({ url, token })];
    stalled.response.pause();
    const startedAt = performance.now();
    await app.stop();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await reader.waitForEnd();
    expect(reader.hasEnded).toBe(true);
    stalled.drop();
  });
});

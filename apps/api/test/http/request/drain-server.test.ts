import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { drainServer } from '../../../src/http/request/drain-server.js';

describe('draining a server', () => {
  it('leaves no timer behind, so that the process can end at once', async () => {
    const before = countTimers();
    // A server that never listened is closed before any timer can fire.
    await drainServer(createServer(), 60_000);
    expect(countTimers()).toBeLessThanOrEqual(before);
  });
});

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

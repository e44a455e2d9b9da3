import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { drainServer } from '../../../src/http/request/drain-server.js';

describe('draining a server', () => {
  it('leaves no timer behind, so that the process can end at once', async () => {
    const server = createServer();
    let calls = 0;
    server.closeAllConnections = () => {
      calls += 1;
    };
    const timeoutMs = 20;
    // A server that never listened is closed before any timer can fire.
    await drainServer(server, timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, timeoutMs + 1));
    expect(calls).toBe(0);
  });
});

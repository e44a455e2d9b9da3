import { describe, expect, it } from '@jest/globals';
import { send, startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const stage = useTestApi();

describe('stopping', () => {
  it('makes the readiness probe fail for the configured time, while requests still get responses', async () => {
    const stopping = await startTestApi({ database: stage.db.database, config: { drainDelayMs: 3_000 } });
    expect((await send(`${stopping.url}/readyz`)).status).toBe(200);
    const stopped = stopping.stop();
    expect((await send(`${stopping.url}/readyz`)).status).toBe(503);
    expect((await send(`${stopping.url}/v3/notes/1`, { token: stage.tenant.token })).status).toBe(200);
    await stopped;
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow();
  });
});

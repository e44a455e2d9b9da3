import { describe, expect, it } from '@jest/globals';
import { startTestApi } from '../http/support/start-test-api.js';
import { useTestTenant } from '../http/support/use-test-api.js';
import { statusOf } from './raw-connection.js';
import { postNote, stallBody } from './stall-body.js';

const kibibyte = 1_024;
const pace = { windowMs: 700, windowBytes: 64 * kibibyte, smallBodyMs: 500 };

const { db, tenant: one } = useTestTenant();

describe('bodies in flight', () => {
  it('408 for a small body that does not end in time', async () => {
    const api = await startTestApi({
      database: db.database,
      config: { bodyBudgetBytes: 400 * kibibyte },
      pace,
    });
    const startedAtMs = performance.now();
    const { response, atMs } = await (await stallBody(api, one, 10, 1_000)).closed;
    expect(statusOf(response)).toBe(408);
    expect(atMs - startedAtMs).toBeGreaterThan(pace.smallBodyMs - 2);
    expect((await postNote(api, one, 10)).status).not.toBe(408);
    await api.stop();
  });

  it('408 and a closed connection for a body that arrives too slowly; its bytes are released', async () => {
    const api = await startTestApi({
      database: db.database,
      config: { bodyBudgetBytes: 400 * kibibyte },
      pace,
    });
    const startedAtMs = performance.now();
    const stalled = await stallBody(api, one, 190 * kibibyte);
    const { response, atMs } = await stalled.closed;
    expect(statusOf(response)).toBe(408);
    expect(response).toContain('"messageKey":"request_timeout"');
    expect(response).toContain('Connection: close');
    expect(atMs - startedAtMs).toBeGreaterThan(pace.windowMs);
    expect((await postNote(api, one, 190 * kibibyte)).status).not.toBe(503);
    await api.stop();
  });
});

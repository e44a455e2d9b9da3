import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { revokeApiKey } from '@parley/core';
import { makeTenant, startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';
import { tokenCalls } from './token-calls.js';

const stage = useTestApi();
const { get, expectUnauthorized } = tokenCalls(stage);

describe('401 unauthorized', () => {
  it('a revoked key is refused by every process within five seconds', async () => {
    const other = await startTestApi({ database: stage.db.database });
    const revoked = await makeTenant(stage.db.database);
    expect((await get(revoked.token)).status).toBe(200);
    expect((await get(revoked.token, other.url)).status).toBe(200);
    await revokeApiKey(stage.db.database, { tenant: revoked.id, keyId: revoked.keyId });
    const revokedAt = performance.now();
    for (const url of [stage.api.url, other.url]) {
      while ((await get(revoked.token, url)).status === 200) await delay(20);
      expect(performance.now() - revokedAt).toBeLessThan(5_000);
      await expectUnauthorized(revoked.token, 'token_revoked', url);
    }
    await other.stop();
  });
});

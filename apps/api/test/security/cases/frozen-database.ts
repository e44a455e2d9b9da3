import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { smallVersion } from '../../http/support/small-version.js';
import { makeTenant, send, startTestApi } from '../../http/support/start-test-api.js';
import { startDatabaseProxy } from '../../operations/support/database-proxy.js';
import type { Stage } from '../../operations/support/start-stage.js';

export function describeFrozenDatabase(stage: () => Stage): void {
  describe('a database that is connected but does not respond', () => {
    it('503 after the timeout; the same process works again when the database responds', async () => {
      const proxy = await startDatabaseProxy(String(stage().database.pool.options.connectionString));
      // Enough for both requests and for what the API writes in the background: a connection that is opened later is not frozen.
      const poolSize = 6;
      const database = openDatabase({ url: proxy.url, poolSize, responseTimeoutMs: 3_000 });
      const [known, unknown] = [await makeTenant(stage().database), await makeTenant(stage().database)];
      const getNote = async () => {
        await database.pool.query('select 1');
        return { success: true };
      };
      const version = smallVersion();
      const versions = [{ ...version, handlers: { ...version.handlers, getNote } }];
      const api = await startTestApi({ database, versions, config: { rateLimitStore: 'memory' } });
      const get = (token: string) => send(`${api.url}/v3/notes/1`, { token });
      expect((await get(known.token)).status).toBe(200);
      await Promise.all(Array.from({ length: poolSize }, () => database.pool.query('select pg_sleep(0.1)')));
      expect(database.pool.totalCount).toBe(poolSize);
      proxy.freeze();
      const startedAt = performance.now();
      for (const response of await Promise.all([get(known.token), get(unknown.token)])) {
        expect(response).toMatchObject({
          status: 503,
          body: { error: { messageKey: 'service_unavailable' } },
        });
        expect(response.headers.get('retry-after')).toBe('2');
      }
      expect(performance.now() - startedAt).toBeLessThan(15_000);
      expect((await send(`${api.url}/healthz`)).status).toBe(200);
      proxy.thaw();
      expect((await get(known.token)).status).toBe(200);
      expect((await get(unknown.token)).status).toBe(200);
      await api.stop();
      await database.close();
      await proxy.cut();
    });
  });
}

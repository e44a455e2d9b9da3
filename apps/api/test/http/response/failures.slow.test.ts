import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, runMigrations, startLocalPostgres } from '@parley/database';
import { chooseParent, testKeys } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { smallVersion } from '../support/small-version.js';
import { makeTenant, send, startTestApi, type TestApi } from '../support/start-test-api.js';

async function readMetrics(api: TestApi): Promise<string> {
  const response = await fetch(`${api.url}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

describe('503 service_unavailable', () => {
  describe('a database that is unavailable for a while', () => {
    let dataDir: string;
    beforeAll(async () => {
      dataDir = await mkdtemp(join(await chooseParent(), 'parley-http-'));
    });

    afterAll(() => rm(dataDir, { recursive: true, force: true }));

    it('503 with Retry-After meanwhile, and the same process works again afterwards', async () => {
      let postgres = await startLocalPostgres({ dataDir });
      await runMigrations(postgres.url);
      const database = openDatabase({ url: postgres.url, poolSize: 3, keys: testKeys });
      const someone = await makeTenant(database);
      const version = smallVersion();
      const handlers = {
        ...version.handlers,
        getNote: async () => {
          await database.pool.query('select 1');
          return { success: true };
        },
      };
      const api = await startTestApi({ database, versions: [{ ...version, handlers }] });
      const status = async (path: string) =>
        (await send(`${api.url}${path}`, { token: someone.token })).status;
      expect(await status('/v3/notes/1')).toBe(200);
      expect(await status('/readyz')).toBe(200);
      await postgres.stop();
      const away = await send(`${api.url}/v3/notes/1`, { token: someone.token });
      expect(away).toMatchObject({ status: 503, body: { error: { messageKey: 'service_unavailable' } } });
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
      await waitUntil(async () => (await status('/readyz')) === 503);
      expect(await status('/readyz')).toBe(503);
      expect(await status('/healthz')).toBe(200);
      expect(await readMetrics(api)).toContain('parley_database_up 0\n');
      postgres = await startLocalPostgres({ dataDir, port: Number(new URL(postgres.url).port) });
      await waitUntil(async () => (await status('/v3/notes/1')) === 200);
      await waitUntil(async () => (await status('/readyz')) === 200);
      expect(await readMetrics(api)).toContain('parley_database_up 1\n');
      const unusable = api.logs.filter(({ msg }) => msg === 'the database cannot be used');
      expect(unusable).toEqual([expect.objectContaining({ level: 40 })]);
      await api.stop();
      await database.close();
      await postgres.stop();
    }, 60_000);
  });
});

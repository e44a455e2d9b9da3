import { expect, it } from '@jest/globals';
import { createClock } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { makeTenant, send, startTestApi, type TestTenant } from '../support/start-test-api.js';
import { useApiDatabase } from '../support/use-test-api.js';

const db = useApiDatabase();

/** Returns the time of the last use, and the version of the row, which every write changes. */
async function readUse({ keyId }: TestTenant): Promise<{ lastUsedAt: Date | null; version: string }> {
  const { rows } = await db.database.pool.query(
    'select last_used_at as "lastUsedAt", xmin::text as version from api_keys where id = $1',
    [keyId],
  );
  return rows[0];
}

const waitForUse = (tenant: TestTenant, at: Date) =>
  waitUntil(async () => (await readUse(tenant)).lastUsedAt?.getTime() === at.getTime());

it('the use of a key is recorded at most once a minute across all processes, and never for a request that is refused', async () => {
  const clock = createClock('2026-11-14T09:30:00.000Z');
  const apis = [
    await startTestApi({ database: db.database, now: clock.now }),
    await startTestApi({ database: db.database, now: clock.now }),
  ];
  const tenant = await makeTenant(db.database);
  const call = async () => {
    for (const { url } of apis) {
      const { status } = await send(`${url}/v3/notes/1`, { token: tenant.token });
      expect(status).toBe(200);
    }
  };
  expect((await send(`${apis[0]?.url}/v3/notes/1`, { token: `${tenant.token}x` })).status).toBe(401);
  expect((await readUse(tenant)).lastUsedAt).toBeNull();

  const first = clock.now();
  await call();
  await waitForUse(tenant, first);
  const { version } = await readUse(tenant);
  const other = await makeTenant(db.database);
  clock.advance(59_000);
  await call();
  // These processes have not seen the token yet, so they look the key up at once.
  for (let count = 0; count < 3; count += 1) {
    const newcomer = await startTestApi({ database: db.database, now: clock.now });
    await send(`${newcomer.url}/v3/notes/1`, { token: tenant.token });
    await send(`${newcomer.url}/v3/notes/1`, { token: other.token });
  }
  await waitForUse(other, clock.now());
  expect(await readUse(tenant)).toEqual({ lastUsedAt: first, version });
});

it('a use is recorded again after a minute', async () => {
  const clock = createClock('2026-11-14T09:30:00.000Z');
  const tenant = await makeTenant(db.database);
  const first = await startTestApi({ database: db.database, now: clock.now });
  await send(`${first.url}/v3/notes/1`, { token: tenant.token });
  await waitForUse(tenant, clock.now());
  clock.advance(60_000);
  // This process has not seen the token yet, so it looks the key up at once.
  const second = await startTestApi({ database: db.database, now: clock.now });
  await send(`${second.url}/v3/notes/1`, { token: tenant.token });
  await waitForUse(tenant, clock.now());
});

import { describe, expect, it } from '@jest/globals';
import { createClock } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { createPostgresWindows, requestWindows } from '../../../src/http/limits/postgres-windows.js';
import { smallVersion } from '../support/small-version.js';
import { makeTenant, send, startTestApi } from '../support/start-test-api.js';
import { useApiDatabase } from '../support/use-test-api.js';

const db = useApiDatabase();

describe.each(['memory', 'postgres'] as const)('the limit of a tenant, counted in %s', (rateLimitStore) => {
  it('headers on every response; 429 with Retry-After; refused requests count; a new minute resets the count', async () => {
    const clock = createClock('2026-10-15T09:30:20.000Z');
    const versions = [smallVersion(), smallVersion({ name: 'v2' })];
    const api = await startTestApi({
      database: db.database,
      versions,
      now: clock.now,
      config: { rateLimitStore },
    });
    const { token } = await makeTenant(db.database, { plan: 'free' });
    const reset = String(Date.parse('2026-10-15T09:31:00Z') / 1_000);
    for (let left = 9; left > 0; left -= 1) {
      const path = left % 2 ? '/v3/notes/1' : '/v2/notes/1';
      const { status, headers } = await send(`${api.url}${path}`, { token });
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('10');
      expect(headers.get('x-ratelimit-remaining')).toBe(String(left));
    }
    const last = await send(`${api.url}/v3/notes/search`, { token, method: 'POST' });
    expect(last.status).toBe(402);
    expect(last.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(last.headers.get('x-ratelimit-reset')).toBe(reset);
    const refused = await send(`${api.url}/v3/notes/1`, { token });
    expect(refused).toMatchObject({ status: 429, body: { error: { messageKey: 'too_many_requests' } } });
    expect(refused.headers.get('retry-after')).toBe('40');
    clock.advance(40_000);
    const next = await send(`${api.url}/v3/notes/1`, { token });
    expect(next.status).toBe(200);
    expect(next.headers.get('x-ratelimit-remaining')).toBe('9');
    await api.stop();
  });
});

describe('the source of the limit', () => {
  it('is the deployment, else the tenant, else the plan', async () => {
    const limitOf = async (url: string, token: string) =>
      (await send(`${url}/v3/notes/1`, { token })).headers.get('x-ratelimit-limit');
    const plain = await startTestApi({ database: db.database });
    const overridden = await startTestApi({ database: db.database, config: { rateLimitPerMinute: 7 } });
    const pro = await makeTenant(db.database, { plan: 'pro' });
    const custom = await makeTenant(db.database, { plan: 'enterprise', requestsPerMinute: 4_321 });
    expect(await limitOf(plain.url, pro.token)).toBe('500');
    expect(await limitOf(plain.url, custom.token)).toBe('4321');
    expect(await limitOf(overridden.url, custom.token)).toBe('7');
    await Promise.all([plain.stop(), overridden.stop()]);
  });
});

describe('two instances on one database', () => {
  it('let exactly as many requests through as the plan allows', async () => {
    const tenant = await makeTenant(db.database, { plan: 'hobby' });
    const { now } = createClock('2026-10-15T09:30:20.000Z');
    const start = () => startTestApi({ database: db.database, now, config: { rateLimitStore: 'postgres' } });
    const instances = [await start(), await start()];
    const statuses = await Promise.all(
      Array.from({ length: 260 }, async (_, index) => {
        const { url } = instances[index % 2] ?? { url: '' };
        return (await send(`${url}/v3/notes/1`, { token: tenant.token })).status;
      }),
    );
    for (const one of instances) await one.stop();
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(160);
  });
});

describe('the PostgreSQL store', () => {
  it('counts waiting requests together with one statement, and numbers each of them', async () => {
    const { id } = await makeTenant(db.database);
    let statements = 0;
    const store = createPostgresWindows({
      table: requestWindows,
      sql: (statement, values) => {
        if (statement.name === 'add-to-rate-limit-window') statements += 1;
        return db.database.sql(statement, values);
      },
      onCleanUpFailed: (error) => {
        throw error;
      },
    });
    const places = await Promise.all(Array.from({ length: 50 }, () => store.count([id], 1_800_000_000_000)));
    expect(places).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(statements).toBeLessThan(5);
    expect(await store.count([id], 1_800_000_000_000)).toBe(51);
    expect(await store.count([id], 1_800_000_060_000)).toBe(1);
  });

  it('removes old windows', async () => {
    const { id } = await makeTenant(db.database);
    const store = createPostgresWindows({
      sql: db.database.sql,
      table: requestWindows,
      onCleanUpFailed: console.error,
    });
    const start = 1_900_000_020_000 - (1_900_000_020_000 % 60_000);
    await store.count([id], start);
    await store.count([id], start + 600_000);
    const windows = async () =>
      db.database.prisma.rateLimitWindow.count({ where: { tenantId: id, windowStart: new Date(start) } });
    await waitUntil(async () => (await windows()) === 0);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, type TestClock } from '@parley/testkit';
import { send, startTestApi, type TestApi } from '../support/start-test-api.js';
import { useTestTenant } from '../support/use-test-api.js';
import { startIssuer } from './start-issuer.js';

const { db, tenant } = useTestTenant({ requestsPerMinute: 100_000 });
let clock: TestClock;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let api: TestApi;

beforeEach(async () => {
  clock = createClock('2026-11-14T09:30:00.000Z');
  issuer = await startIssuer(clock.now);
  const config = { auth: issuer.config };
  api = await startTestApi({ database: db.database, config, now: clock.now, steadyNowMs: clock.steadyNowMs });
});
afterEach(async () => {
  await api.stop();
  await issuer.stop();
});

const sign = () => issuer.sign({ tenantId: tenant.id, kid: 'one' });
const call = async (token: string) => (await send(`${api.url}/v3/notes/1`, { token })).status;
const minute = 60_000;

describe('the endpoint of the key set', () => {
  it.each(['fails', 'hangs'] as const)(
    'that %s leaves the last keys in use for a minute, and no request waits; then 503',
    async (behaviour) => {
      const token = await sign();
      expect(await call(token)).toBe(200);
      issuer.state.behaviour = behaviour;
      // This request waits for the first failing fetch, for five seconds at most; later requests do not wait.
      clock.advance(minute / 2);
      expect(await call(await sign())).toBe(200);
      const before = issuer.state.fetches;
      let longestMs = 0;
      for (let count = 0; count < 20; count += 1) {
        clock.advance(1_000);
        const later = await sign();
        const startedAtMs = performance.now();
        expect(await call(later)).toBe(200);
        longestMs = Math.max(longestMs, performance.now() - startedAtMs);
      }
      // A request that waits for a fetch that hangs waits for five seconds.
      expect(longestMs).toBeLessThan(4_000);
      expect(issuer.state.fetches - before).toBeLessThanOrEqual(5);
      clock.advance(minute / 6);
      expect(await call(token)).toBe(503);
      issuer.state.behaviour = 'responds';
      clock.advance(5_000);
      expect(await call(token)).toBe(200);
    },
    30_000,
  );
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, type TestClock } from '@parley/testkit';
import { send, startTestApi, type TestApi } from '../support/start-test-api.js';
import { useTestTenant } from '../support/use-test-api.js';
import { type IssuedToken, startIssuer } from './start-issuer.js';

const { db, tenant } = useTestTenant({ requestsPerMinute: 100_000 });
let clock: TestClock;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let api: TestApi;

beforeEach(async () => {
  clock = createClock('2026-11-14T09:30:00.000Z');
  issuer = await startIssuer(clock.now);
  const config = { auth: issuer.config, authFailuresPerMinute: 100_000 };
  api = await startTestApi({ database: db.database, config, now: clock.now, steadyNowMs: clock.steadyNowMs });
});

afterEach(async () => {
  await api.stop();
  await issuer.stop();
});

const sign = (token: Partial<IssuedToken> = {}) => issuer.sign({ tenantId: tenant.id, kid: 'one', ...token });
const call = async (token: string) => {
  const { status, body } = await send(`${api.url}/v3/notes/1`, { token });
  return body.error?.reason ?? status;
};
const callAll = async (tokens: readonly Promise<string>[]) =>
  Promise.all(tokens.map(async (token) => call(await token)));
const minute = 60_000;

describe('a key that the issuer withdraws or publishes', () => {
  it('is refused within a minute for tokens in use; tokens of other keys still work', async () => {
    const [withdrawn, other] = [await sign(), await sign({ kid: 'two' })];
    expect(await call(withdrawn)).toBe(200);
    issuer.state.published = ['two'];
    for (let second = 1; second < 60; second += 1) {
      clock.advance(1_000);
      expect(await call(other)).toBe(200);
      if (second < 20) expect(await call(withdrawn)).toBe(200);
      else await call(withdrawn);
    }
    clock.advance(1_000);
    expect(await call(withdrawn)).toBe('unknown_signer');
    expect(await call(other)).toBe(200);
  });

  it.each([
    ['is used all the time', 10_000],
    ['is not used until its old time is reached again', 600_000],
  ])('is refused within a minute after the clock was set back, for a token that %s', async (_, pauseMs) => {
    for (const setBackMs of [30_000, 600_000]) {
      issuer.state.published = ['one', 'two'];
      const withdrawn = await sign({ issuedAt: new Date(clock.now().getTime() - 20 * minute) });
      expect(await call(withdrawn)).toBe(200);
      issuer.state.published = ['two'];
      clock.setBack(setBackMs);
      for (let passed = 0; passed < 60_000; passed += pauseMs) {
        await call(withdrawn);
        clock.advance(pauseMs);
      }
      expect(await call(withdrawn)).toBe('unknown_signer');
      clock.advance(minute);
    }
  });

  it('is refused within a minute for a token that was used only once before', async () => {
    const token = await sign();
    expect(await call(token)).toBe(200);
    issuer.state.published = ['two'];
    clock.advance(minute);
    expect(await call(token)).toBe('unknown_signer');
  });

  it('is refused for a new token 30 seconds after the keys were fetched, since the request waits for new ones', async () => {
    expect(await call(await sign())).toBe(200);
    issuer.state.published = ['two'];
    clock.advance(30_000);
    expect(await call(await sign())).toBe('unknown_signer');
  });

  it('is accepted within ten seconds after the issuer publishes it', async () => {
    issuer.state.published = ['one'];
    expect(await call(await sign())).toBe(200);
    issuer.state.published = ['one', 'two'];
    expect(await call(await sign({ kid: 'two' }))).toBe('unknown_signer');
    clock.advance(10_000);
    expect(await call(await sign({ kid: 'two' }))).toBe(200);
  });
});

describe('the endpoint of the key set', () => {
  it('is fetched once for all requests that need it, and then every twenty seconds', async () => {
    expect(await callAll(Array.from({ length: 30 }, () => sign()))).toEqual(Array(30).fill(200));
    expect(issuer.state.fetches).toBe(1);
    clock.advance(minute);
    expect(await callAll(Array.from({ length: 30 }, () => sign()))).toEqual(Array(30).fill(200));
    expect(issuer.state.fetches).toBe(2);
  });

  it('is fetched at most every ten seconds because of unknown key ids', async () => {
    expect(await call(await sign())).toBe(200);
    const invented = Array.from({ length: 30 }, (_, index) => sign({ kid: `invented-${index}` }));
    expect(await callAll(invented)).toEqual(Array(30).fill('unknown_signer'));
    expect(issuer.state.fetches).toBe(1);
    clock.advance(10_000);
    expect(await callAll(invented.map(() => sign({ kid: 'another' })))).toEqual(
      Array(30).fill('unknown_signer'),
    );
    expect(issuer.state.fetches).toBe(2);
  });

  it('that fails leaves tokens in use valid for a minute, and not longer even if one was just verified', async () => {
    const token = await sign();
    expect(await call(token)).toBe(200);
    issuer.state.behaviour = 'fails';
    clock.advance(50_000);
    const late = await sign();
    expect([await call(token), await call(late)]).toEqual([200, 200]);
    clock.advance(10_000);
    expect([await call(token), await call(late)]).toEqual([503, 503]);
  });

  it('that fails ends the use of its keys within half a minute without a grace period', async () => {
    await api.stop();
    const auth = { ...issuer.config, keysGraceSeconds: 0 };
    api = await startTestApi({
      database: db.database,
      config: { auth },
      now: clock.now,
      steadyNowMs: clock.steadyNowMs,
    });
    const token = await sign();
    expect(await call(token)).toBe(200);
    issuer.state.behaviour = 'fails';
    clock.advance(29_000);
    expect(await call(token)).toBe(200);
    clock.advance(1_000);
    expect(await call(token)).toBe(503);
    issuer.state.behaviour = 'responds';
    clock.advance(5_000);
    expect(await call(token)).toBe(200);
  });

  it('that has never responded is called every five seconds at most; 503 meanwhile', async () => {
    issuer.state.behaviour = 'fails';
    expect(await callAll(Array.from({ length: 20 }, () => sign()))).toEqual(Array(20).fill(503));
    expect(await call(await sign())).toBe(503);
    expect(issuer.state.fetches).toBe(1);
    clock.advance(5_000);
    issuer.state.behaviour = 'responds';
    expect(await call(await sign())).toBe(200);
  });
});

describe('a token with a valid signature', () => {
  it.each(['at+jwt', 'application/at+jwt', 'AT+JWT', 'JWT'])('is accepted with typ %s', async (typ) => {
    expect(await call(await sign({ header: { typ } }))).toBe(200);
  });

  it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', '', undefined])(
    'is refused with typ %p',
    async (typ) => {
      expect(await call(await sign({ header: { typ } as { typ: string } }))).toBe('token_malformed');
    },
  );

  it('is refused without iat, with one in the future, and when it is too old, regardless of its exp', async () => {
    expect(await call(await sign({ issuedAt: null }))).toBe('token_malformed');
    const inAnHour = new Date(clock.now().getTime() + 60 * minute);
    expect(await call(await sign({ issuedAt: inAnHour }))).toBe('token_malformed');
    const twoHoursAgo = new Date(clock.now().getTime() - 120 * minute);
    expect(await call(await sign({ issuedAt: twoHoursAgo }))).toBe('token_expired');
  });

  it('is refused as soon as it has become too old', async () => {
    const token = await sign({ issuedAt: new Date(clock.now().getTime() - 59 * minute) });
    expect(await call(token)).toBe(200);
    clock.advance(minute);
    expect(await call(token)).toBe('token_expired');
  });
});

import { describe, expect, it } from '@jest/globals';
import { createClock } from '@parley/testkit';
import { createApiVersions } from '../../../src/versions.js';
import { send, startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const versions = createApiVersions({ publicUrl: 'http://localhost:3000' });
const clock = createClock('2026-10-15T09:30:00.000Z');
const { db, tenant, api } = useTestApi({ versions, now: clock.now });

const link = [
  '<http://localhost:3000/v3>; rel="successor-version"',
  '<http://localhost:3000/docs/guides/migrating-from-v2>; rel="deprecation"; type="text/html"',
  '<http://localhost:3000/docs/guides/migrating-from-v2>; rel="sunset"; type="text/html"',
].join(', ');

function expectDeprecated(headers: Headers, sunset = 'Sun, 01 Nov 2026 23:59:59 GMT'): void {
  expect(headers.get('deprecation')).toBe('@1785542400');
  expect(headers.get('sunset')).toBe(sunset);
  expect(headers.get('link')).toBe(link);
}

describe('before the sunset', () => {
  it.each([
    ['a response', '/v2/attributes', 200],
    ['an unknown path', '/v2/nothing', 404],
    ['the bare version', '/v2', 200],
  ])('%s of v2 has the headers about its deprecation and sunset', async (_name, path, status) => {
    clock.set('2026-10-15T09:30:00.000Z');
    const response = await send(`${api.url}${path}`, { token: tenant.token });
    expect(response.status).toBe(status);
    expectDeprecated(response.headers);
  });

  it('an error of v2 has them too', async () => {
    const response = await send(`${api.url}/v2/attributes`);
    expect(response.status).toBe(401);
    expectDeprecated(response.headers);
  });

  it('v3 has no such headers', async () => {
    const { headers } = await send(`${api.url}/v3/chats/1`, { token: tenant.token });
    expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('v2 is served until exactly that time', async () => {
    clock.set('2026-11-01T23:59:59.000Z');
    expect((await send(`${api.url}/v2/attributes`, { token: tenant.token })).status).toBe(200);
  });
});

describe('410 version_sunset', () => {
  it.each([
    ['GET', '/v2/attributes'],
    ['PATCH', '/v2/nothing'],
    ['OPTIONS', '/v2'],
    ['GET', '/v2/%zz'],
  ])('after that time for %s %s, without a token', async (method, path) => {
    clock.set('2026-11-01T23:59:59.001Z');
    const response = await send(`${api.url}${path}`, { method });
    expect(response.status).toBe(410);
    expect(response.body).toEqual({
      success: false,
      error: { messageKey: 'version_sunset', message: 'API v2 was sunset on 1 November 2026. Use v3' },
    });
    expectDeprecated(response.headers);
  });

  it('V2_SUNSET_AT changes the date in the headers and in the message', async () => {
    const moved = createClock('2027-01-31T11:59:59.000Z');
    const config = { v2SunsetAt: new Date('2027-01-31T12:00:00Z') };
    const other = await startTestApi({ database: db.database, versions, now: moved.now, config });
    const before = await send(`${other.url}/v2/attributes`, { token: tenant.token });
    moved.advance(2_000);
    const after = await send(`${other.url}/v2/attributes`, { token: tenant.token });
    await other.stop();
    expect(before.status).toBe(200);
    expectDeprecated(before.headers, 'Sun, 31 Jan 2027 12:00:00 GMT');
    expect(after.status).toBe(410);
    expect(after.body.error?.message).toBe('API v2 was sunset on 31 January 2027. Use v3');
  });
});

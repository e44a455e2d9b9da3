import { describe, expect, it } from '@jest/globals';
import { createClock } from '@parley/testkit';
import type { ApiVersion } from '../../../src/http/routing/api-version.js';
import { createApiVersions } from '../../../src/versions.js';
import { send, startTestApi } from '../support/start-test-api.js';
import { useTestTenant } from '../support/use-test-api.js';

const stage = useTestTenant();

/** Starts the API with both versions of the contract, and records which checks of requests it loads. */
async function start(now: string) {
  const loaded: string[] = [];
  const versions = createApiVersions({ publicUrl: 'http://localhost:3000' }).map(
    (version): ApiVersion => ({
      ...version,
      loadRequestChecks(extent) {
        loaded.push(`${version.name}, ${extent}`);
        return version.loadRequestChecks(extent);
      },
    }),
  );
  const api = await startTestApi({ database: stage.db.database, versions, now: createClock(now).now });
  const post = (path: string, body: object) =>
    send(`${api.url}${path}`, { method: 'POST', token: stage.tenant.token, body: JSON.stringify(body) });
  return { loaded, post };
}

const invalidAttribute = { name: 1 };

describe('the checks of requests', () => {
  it('of v3 are loaded before the first request, and no others', async () => {
    const { loaded } = await start('2026-10-15T09:30:00.000Z');
    expect(loaded).toEqual(['v3, all errors']);
  });

  it('of v2 are loaded by its first request with a body', async () => {
    const { loaded, post } = await start('2026-10-15T09:30:00.000Z');
    for (const _ of [1, 2]) {
      expect(await post('/v2/attributes', invalidAttribute)).toMatchObject({
        status: 400,
        body: { error: { invalidParams: { name: { key: 'invalid_type' } } } },
      });
    }
    expect(loaded).toEqual(['v3, all errors', 'v2, all errors']);
  });

  it('of v2 are never loaded after its sunset: 410', async () => {
    const { loaded, post } = await start('2026-11-16T09:30:00.000Z');
    expect(await post('/v2/attributes', invalidAttribute)).toMatchObject({ status: 410 });
    expect(loaded).toEqual(['v3, all errors']);
  });

  it('that end at the first error are loaded by the first body above 64 KiB', async () => {
    const { loaded, post } = await start('2026-11-16T09:30:00.000Z');
    await post('/v3/labels', { name: 'x'.repeat(65_000) });
    expect(loaded).toEqual(['v3, all errors']);
    expect(await post('/v3/labels', { name: 'x'.repeat(70_000) })).toMatchObject({
      status: 400,
      body: { error: { invalidParams: { name: { key: 'too_big' } } } },
    });
    expect(loaded).toEqual(['v3, all errors', 'v3, first error']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createClock } from '@parley/testkit';
import { type Config, parseConfig } from '../../../src/config.js';
import { send, startTestApi, type TestApi } from '../support/start-test-api.js';
import { useApiDatabase } from '../support/use-test-api.js';

const token = 'a-token-of-the-operator';

const db = useApiDatabase();

async function withApi(config: Partial<Config>, use: (api: TestApi) => Promise<void>): Promise<void> {
  // Failures are counted in each minute of the clock, so a test must not reach the next minute.
  const { now } = createClock('2026-11-14T09:30:20.000Z');
  const api = await startTestApi({ database: db.database, config, now });
  await use(api).finally(api.stop);
}

const statusOf = async (url: string | undefined, authorization?: string) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const response = await fetch(String(url), { headers });
  await response.arrayBuffer();
  return response.status;
};

describe('/metrics', () => {
  it('200 without a token for a trial on this machine', async () => {
    await withApi({}, async ({ url }) => expect(await statusOf(`${url}/metrics`)).toBe(200));
  });

  it('404 in any other process without a setting, and `/` does not name it', async () => {
    await withApi({ areMetricsOpen: false }, async ({ url }) => {
      expect(await statusOf(`${url}/metrics`)).toBe(404);
      expect(await statusOf(`${url}/metrics`, `Bearer ${token}`)).toBe(404);
      expect((await send(`${url}/`)).body.data).toMatchObject({ health: { metrics: null } });
    });
  });

  it('401 without METRICS_TOKEN, 429 for guessing it, 200 with it', async () => {
    await withApi({ metricsToken: token, authFailuresPerMinute: 3 }, async ({ url }) => {
      const refused = await send(`${url}/metrics`);
      expect(refused).toMatchObject({
        status: 401,
        body: { success: false, error: { messageKey: 'unauthorized', reason: 'metrics_token_missing' } },
      });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="metrics"');
      for (const [wrong, status] of [
        [`Bearer ${token}x`, 401],
        [`Basic ${token}`, 401],
        ['Bearer guessed', 429],
      ] as const)
        expect(await statusOf(`${url}/metrics`, wrong)).toBe(status);
      expect(await statusOf(`${url}/metrics`, `Bearer ${token}`)).toBe(200);
    });
  });

  it('is served only on METRICS_PORT if that is set, and that port serves nothing else', async () => {
    await withApi({ metricsPort: 0 }, async ({ url, metricsUrl }) => {
      expect(await statusOf(`${url}/metrics`)).toBe(404);
      expect(await statusOf(metricsUrl)).toBe(200);
      for (const path of ['/', '/v3/notes/1', '/healthz', '/metrics/'])
        expect(await statusOf(new URL(path, metricsUrl).href)).toBe(404);
    });
  });

  it('needs METRICS_TOKEN on METRICS_PORT when both are set', async () => {
    await withApi({ metricsPort: 0, metricsToken: token }, async ({ url, metricsUrl }) => {
      expect(await statusOf(`${url}/metrics`, `Bearer ${token}`)).toBe(404);
      expect(await statusOf(metricsUrl)).toBe(401);
      expect(await statusOf(metricsUrl, `Bearer ${token}`)).toBe(200);
    });
  });

  it('is open by default only with the local database on loopback', () => {
    const production = { DATABASE_URL: 'postgres://u:p@db/parley', JWT_SECRET: 'x'.repeat(32) };
    expect(parseConfig({}).areMetricsOpen).toBe(true);
    expect(parseConfig({ HOST: '0.0.0.0' }).areMetricsOpen).toBe(false);
    expect(parseConfig(production).areMetricsOpen).toBe(false);
    expect(parseConfig({ ...production, HOST: '127.0.0.1' }).areMetricsOpen).toBe(false);
  });
});

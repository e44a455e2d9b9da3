import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Scene, startScene } from '../../../packages/testkit/src/monitoring/start-scene.js';
import { prometheusFolder, readAlerts } from '../read-alerts.js';
import { hasPrometheus, type Prometheus, startPrometheus } from '../start-prometheus.js';
import { queries } from './queries.js';
import { describeWithPrometheus } from './with-prometheus.js';

jest.setTimeout(180_000);

let scene: Scene;
let prometheus: Prometheus | undefined;

beforeAll(async () => {
  scene = await startScene();
  const urls = [scene.api.metricsUrl, scene.worker.metricsUrl];
  await scene.exchange();
  if (hasPrometheus) prometheus = await startPrometheus(urls, join(prometheusFolder, 'alerts.yml'));
  // The first observation of a series is no increase, so the exchange is repeated while Prometheus reads.
  expect(await scene.exchange()).toEqual([200, 200, 200, 200]);
});
afterAll(async () => {
  await prometheus?.stop();
  await scene?.stop();
});

function running(): Prometheus {
  if (prometheus === undefined) throw new Error('Prometheus is not running.');
  return prometheus;
}

describeWithPrometheus('a Prometheus that reads both processes', () => {
  test.each(queries)(
    '%s, %s: the query is answered with series',
    async (_, _title, { expr, isRare = false }) => {
      const series = await running().query(expr.replaceAll('$__rate_interval', '1m'));
      if (!isRare) expect(series).toBeGreaterThan(0);
    },
  );

  test('evaluates every alert, and none fires', async () => {
    for (const { expr } of readAlerts()) await running().query(expr);
    expect(await running().query('ALERTS{alertstate="firing"}')).toBe(0);
  });
});

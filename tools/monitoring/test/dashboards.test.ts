import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Scene, startScene } from '../../../packages/testkit/src/monitoring/start-scene.js';
import { dashboards, renderDashboard } from '../dashboards/render-dashboard.js';
import { findMissing } from '../find-missing-metrics.js';
import { prometheusFolder, readAlerts } from '../read-alerts.js';
import { type Family, readScrape } from '../read-scrape.js';
import { hasPrometheus, type Prometheus, startPrometheus } from '../start-prometheus.js';
import { describeWithPrometheus } from './with-prometheus.js';

jest.setTimeout(180_000);

const folder = fileURLToPath(new URL('../../../deploy/grafana/dashboards', import.meta.url));
const queries = dashboards.flatMap(({ uid, rows }) =>
  rows.flatMap(({ panels }) =>
    panels.flatMap(({ title, queries: all }) => all.map((query) => [uid, title, query] as const)),
  ),
);

let scene: Scene;
let prometheus: Prometheus | undefined;
let families: Family[] = [];

beforeAll(async () => {
  scene = await startScene();
  const urls = [scene.api.metricsUrl, scene.worker.metricsUrl];
  await scene.exchange();
  if (hasPrometheus) prometheus = await startPrometheus(urls, join(prometheusFolder, 'alerts.yml'));
  // The first observation of a series is no increase, so the exchange is repeated while Prometheus reads.
  expect(await scene.exchange()).toEqual([200, 200, 200, 200]);
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  families = texts.flatMap(readScrape);
});
afterAll(async () => {
  await prometheus?.stop();
  await scene?.stop();
});

function running(): Prometheus {
  if (prometheus === undefined) throw new Error('Prometheus is not running.');
  return prometheus;
}

describe('the dashboards', () => {
  test('are written by `npm run dashboards`', () => {
    const expected = dashboards.map((dashboard) => [`${dashboard.uid}.json`, renderDashboard(dashboard)]);
    const written = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected));
  });

  test.each(queries)('%s, %s: the metrics and labels exist', (_, _title, { expr }) => {
    expect(findMissing(expr, families)).toEqual([]);
  });

  test('name series only by labels that their query returns', () => {
    const wrong = queries.filter(([, , { expr, legend }]) => {
      const labels = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      return labels.some((label) => expr.includes(' by (') && !expr.includes(label));
    });
    expect(wrong).toEqual([]);
  });
});

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

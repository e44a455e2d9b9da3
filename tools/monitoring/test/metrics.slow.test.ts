import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { type Scene, startScene } from '../../../packages/testkit/src/monitoring/start-scene.js';
import { dashboards, renderDashboard } from '../dashboards/render-dashboard.js';
import { findMetricProblems } from '../find-metric-problems.js';
import { findMissing } from '../find-missing-metrics.js';
import { runPromtool } from '../promtool.js';
import { prometheusFolder, readAlerts, readAlertTests } from '../read-alerts.js';
import { readCountedSeries } from '../read-expression.js';
import { type Family, readScrape } from '../read-scrape.js';
import { queries } from './queries.js';
import { testWithPrometheus } from './with-prometheus.js';

jest.setTimeout(120_000);

let scene: Scene;
const scrapes: Record<'api' | 'worker', string> = { api: '', worker: '' };
let families: Family[] = [];
const sentCalls = /^parley_provider_call_duration_seconds_count\{provider="sandbox",outcome="sent"\} [1-9]/m;
const startedJobs = /^parley_job_wait_seconds_count\{task="[\w-]+",lane="interactive"\} [1-9]/m;
/** What processes show that have had nothing to do yet. */
let firstFamilies: Family[] = [];

beforeAll(async () => {
  scene = await startScene({ hasReadUrl: true });
  const first = [await scrape(scene.api.metricsUrl), await scrape(scene.worker.metricsUrl)];
  firstFamilies = first.flatMap(readScrape);
  expect(await scene.exchange()).toEqual([200, 200, 200, 200]);
  await fetch(`${scene.api.url}/v3/workspace`);
  await waitUntil(() => scene.received() >= 2);
  // The worker counts a call after the provider and the partner have responded.
  await waitUntil(async () => {
    scrapes.worker = await scrape(scene.worker.metricsUrl);
    return sentCalls.test(scrapes.worker) && startedJobs.test(scrapes.worker);
  });
  scrapes.api = await scrape(scene.api.metricsUrl);
  families = Object.values(scrapes).flatMap(readScrape);
});
afterAll(() => scene?.stop());

async function scrape(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}

describe.each(['api', 'worker'] as const)('the metrics of the %s', (name) => {
  test('follow the text format and the naming rules of Prometheus, and have labels with bounds', () => {
    expect(findMetricProblems(readScrape(scrapes[name]))).toEqual([]);
  });

  testWithPrometheus('are accepted by promtool', () => {
    expect(runPromtool(['check', 'metrics'], scrapes[name])).toBe('');
  });

  test('show the process, its connections, its slow statements and its clock', () => {
    const names = readScrape(scrapes[name]).map((family) => family.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'nodejs_eventloop_lag_p99_seconds',
        'parley_database_up',
        'parley_database_connections',
        'parley_slow_statements_total',
        'parley_clock_skew_seconds',
      ]),
    );
  });
});

test('the metrics of the worker count the calls of providers and the waiting time of jobs', () => {
  expect(scrapes.worker).toMatch(sentCalls);
  expect(scrapes.worker).toMatch(startedJobs);
});

/** Counters with any number of series, whose alert fires only after dozens of events of one series. */
const toleratesTheFirst = new Set(['parley_slow_statements_total']);

describe('the alerts', () => {
  const alerts = readAlerts();
  const incidents = fileURLToPath(new URL('../../../docs/operations/incidents', import.meta.url));
  const named = alerts.map((alert) => [alert.alert, alert] as const);

  test.each(named)('%s reads metrics and labels that the processes have', (_, { expr }) => {
    expect(findMissing(expr, families)).toEqual([]);
  });

  test.each(named)('%s sees the first event that it counts', (_, { expr }) => {
    const unseen = readCountedSeries(expr).filter(
      ({ metric, label, value }) =>
        !toleratesTheFirst.has(metric) &&
        !firstFamilies
          .filter(({ name }) => name === metric)
          .some(({ samples }) =>
            samples.some(({ labels }) => label === undefined || labels[label] === value),
          ),
    );
    expect(unseen).toEqual([]);
  });

  test.each(named)(
    '%s has the name of its page, a severity and a summary',
    (name, { labels, annotations }) => {
      const { runbook_url: page, summary } = annotations;
      const words = basename(page, '.md').split('-');
      expect(name).toBe(
        `Parley${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`,
      );
      expect(page).toMatch(/^docs\/operations\/incidents\/[a-z-]+\.md$/);
      expect(existsSync(join(incidents, basename(page)))).toBe(true);
      expect(labels.severity).toMatch(/^(?:critical|warning|info)$/);
      expect(summary).toMatch(/\.$/);
    },
  );

  test('are as many as the pages of incidents', () => {
    const pages = readdirSync(incidents).filter((page) => page !== 'README.md');
    const linked = alerts.map(({ annotations }) => basename(annotations.runbook_url));
    expect(linked.toSorted()).toEqual(pages.toSorted());
  });

  test('each have a test in which they are silent, and one in which they fire', () => {
    const tests = readAlertTests().flatMap(({ alert_rule_test: cases }) => cases);
    const untested = alerts.filter(({ alert }) => {
      const counts = tests.filter((one) => one.alertname === alert).map((one) => one.exp_alerts?.length ?? 0);
      return !counts.includes(0) || !counts.some((count) => count > 0);
    });
    expect(untested.map(({ alert }) => alert)).toEqual([]);
  });

  testWithPrometheus('are accepted by promtool and pass their tests', () => {
    expect(runPromtool(['check', 'rules', join(prometheusFolder, 'alerts.yml')])).toBe('');
    expect(runPromtool(['test', 'rules', join(prometheusFolder, 'alerts.test.yml')])).toBe('');
  });
});

/** `dashboards.long.test.ts` runs the queries with Prometheus. */
describe('the dashboards', () => {
  const folder = fileURLToPath(new URL('../../../deploy/grafana/dashboards', import.meta.url));

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

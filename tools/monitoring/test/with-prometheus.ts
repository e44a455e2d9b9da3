import { describe, test } from '@jest/globals';
import { hasPromtool } from '../promtool.js';
import { hasPrometheus } from '../start-prometheus.js';

/** With `require`, missing programs are an error. */
const { PROMETHEUS_TESTS } = process.env;

const isInstalled = hasPromtool && hasPrometheus;

if (!isInstalled) {
  const missing = 'Prometheus and promtool are not installed (on Debian: apt-get install prometheus)';
  if (PROMETHEUS_TESTS === 'require') throw new Error(`${missing}, but PROMETHEUS_TESTS=require.`);
  process.stderr.write(`${missing}: metrics, alerts and dashboards are not checked by them.\n`);
}

/** Skips the tests if Prometheus is not installed. The summary then shows what was skipped. */
export const describeWithPrometheus = isInstalled ? describe : describe.skip;
export const testWithPrometheus = isInstalled ? test : test.skip;

import { describe, expect } from '@jest/globals';
import { findMetricProblems } from '../find-metric-problems.js';
import { runPromtool } from '../promtool.js';
import { readScrape } from '../read-scrape.js';
import { testWithPrometheus } from './with-prometheus.js';

const valid =
  '# HELP parley_jobs_total Jobs.\n# TYPE parley_jobs_total counter\nparley_jobs_total{task="a"} 3\n';

describe('the check of metrics', () => {
  testWithPrometheus('refuses at least the names that promtool refuses', () => {
    const wrong = ['parley_jobs', 'parley_wait_ms_total', 'parley_jobs_counter_total'].map((name) =>
      valid.replaceAll('parley_jobs_total', name),
    );
    for (const text of wrong) {
      expect(runPromtool(['check', 'metrics'], text)).not.toBe('');
      expect(findMetricProblems(readScrape(text))).not.toEqual([]);
    }
  });
});

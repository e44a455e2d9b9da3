import { describe, expect, test } from '@jest/globals';
import { findMetricProblems } from '../find-metric-problems.js';
import { findMissing } from '../find-missing-metrics.js';
import { readScrape } from '../read-scrape.js';

const valid =
  '# HELP parley_jobs_total Jobs.\n# TYPE parley_jobs_total counter\nparley_jobs_total{task="a"} 3\n';

describe('the check of metrics', () => {
  test.each([
    ['nothing wrong', valid, []],
    [
      'a counter without its ending',
      valid.replaceAll('jobs_total', 'jobs'),
      ['a counter must end in _total'],
    ],
    [
      'a gauge with the ending of a counter',
      valid.replace('counter', 'gauge'),
      ['only a counter may end in _total'],
    ],
    ['no help', valid.replace(/^# HELP.*\n/, ''), ['the help is not a sentence', 'there is no help']],
    [
      'milliseconds',
      valid.replaceAll('jobs_total', 'wait_milliseconds').replace('counter', 'gauge'),
      ['the unit is not a base unit'],
    ],
    ['a label without a bound', valid.replace('task=', 'tenant_id='), ['a label has no bound']],
  ])('with %s', (_, text, problems) => {
    expect(findMetricProblems(readScrape(text)).map((problem) => problem.replace(/^\w+: /, ''))).toEqual(
      problems,
    );
  });
});

describe('the reader of scrapes', () => {
  test.each([
    ['a sample without a type', 'parley_jobs_total 1\n', 'has no type'],
    ['a value that is no number', valid.replace(' 3\n', ' three\n'), 'not a value'],
    ['a label that does not end', valid.replace('"a"', '"a'), 'not labels'],
    ['a last line that does not end', valid.trimEnd(), 'does not end'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readScrape(text)).toThrow(message);
  });
});

test('metrics and labels of an expression that no process has are found', () => {
  const families = readScrape(valid);
  expect(findMissing('sum(rate(parley_jobs_total{task=~"a|b"}[5m]))', families)).toEqual([]);
  expect(findMissing('parley_job_total / parley_jobs_total{tsak="a"}', families)).toEqual([
    'parley_job_total',
    'parley_jobs_total{tsak}',
  ]);
});

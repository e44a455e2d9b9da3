import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { type Report, readReport } from '../read-report.js';
import { renderSummary } from '../render-summary.js';

const folder = makeTestFolder('report');

const test = (fullName: string, status: string) => ({ fullName, status });
const file = (name: string, seconds: number, ...assertionResults: ReturnType<typeof test>[]) => ({
  name: join(process.cwd(), name),
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  startTime: 0,
  endTime: seconds * 1_000,
  assertionResults,
});

function reportOf(problems?: readonly string[]): Report {
  const path = join(folder, 'report.json');
  const testResults = [
    file('a.test.ts', 1, test('adds', 'passed'), test('removes', 'failed')),
    file('b.slow.test.ts', 20, test('kills', 'failed')),
    file('c.test.ts', 3, test('reads', 'passed')),
  ];
  const counts = { numPassedTests: 2, numPendingTests: 1, numTotalTestSuites: 3 };
  writeFileSync(path, JSON.stringify({ ...counts, testResults, ...(problems && { problems }) }));
  return readReport(path);
}

const flake = { at: '2026-11-19T10:00:00.000Z', commit: 'abc1234', file: 'b.slow.test.ts', tests: ['kills'] };
const nothing = { flakes: [], known: [], failedChecks: [], minutes: 12 };

describe('the summary of a whole run', () => {
  it('has the slowest files first, each test that failed, and the counts last', () => {
    expect(renderSummary({ ...nothing, report: reportOf() })).toBe(`
The slowest files:
  20.0 s b.slow.test.ts
  3.0 s c.test.ts
  1.0 s a.test.ts

Failed:
  a.test.ts
    removes
  b.slow.test.ts
    kills

3 files in 12.0 minutes, 0 flakes
Tests: 2 passed, 2 failed, 1 skipped
`);
  });

  it('lists what failed once and passed alone, with the flakes of earlier runs, and not as failed', () => {
    const earlier = { ...flake, at: '2026-11-18T10:00:00.000Z', commit: 'fff0000' };
    const text = renderSummary({ ...nothing, report: reportOf(), flakes: [flake], known: [earlier, flake] });
    expect(text).toContain('Flakes: failed once, passed alone:\n  b.slow.test.ts\n    kills\n');
    expect(text).toContain('  2 × b.slow.test.ts, last 2026-11-19T10:00:00.000Z at abc1234');
    expect(text).toContain('Failed:\n  a.test.ts\n    removes\n\n');
    expect(text).toContain('1 flakes\nTests: 2 passed, 1 failed, 1 skipped');
  });

  it('lists checks that failed and what a reporter found', () => {
    const report = reportOf(['A process of the tests crashed.']);
    expect(renderSummary({ ...nothing, report, failedChecks: ['exports'] })).toContain(
      'Failed checks:\n  npm run exports\n  A process of the tests crashed.\n',
    );
  });
});

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'parley-native-runtime-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Report {
  readonly success: boolean;
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }>;
  }>;
}

const runtime = join(root, 'packages/testkit/src/jest/native-runtime.cjs');
const reporter = join(root, 'packages/testkit/src/jest/failures-reporter.js');

let report: Report;
beforeAll(() => {
  // One process runs all files, so that they share their modules, as in this repository.
  const output = join(folder, 'report.json');
  runJest('files', ['--runInBand', '--json', `--outputFile=${output}`]);
  report = JSON.parse(readFileSync(output, 'utf8'));
});

function runJest(files: string, options: readonly string[]): SpawnSyncReturns<string> {
  const config = {
    rootDir: fileURLToPath(new URL(files, import.meta.url)),
    testMatch: ['<rootDir>/*.case.ts'],
    runtime,
    transform: {},
    reporters: [reporter, 'summary'],
    // Without the durations of an earlier run, Jest uses several processes even for short files.
    cacheDirectory: folder,
  };
  const env = { ...process.env, PARLEY_TEST_RUN: folder };
  const command = ['run', '--silent', 'test:jest', '--', '--config', JSON.stringify(config), ...options];
  return spawnSync('npm', command, { cwd: root, encoding: 'utf8', env });
}

function findFile(name: string): Report['testResults'][number] {
  const file = report.testResults.find((result) => result.name.endsWith(name));
  if (!file) throw new Error(`${name} was not run.`);
  return file;
}

describe('the test runtime', () => {
  it.each(['first.case.ts', 'second.case.ts'])('runs %s with its own tests and hooks', (name) => {
    expect(findFile(name).assertionResults.map(({ status }) => status)).toEqual(Array(3).fill('passed'));
  });

  it.each([
    ['fails where the source says', 'fails.case.ts:13:17'],
    ['does not wait forever', 'Exceeded timeout of 200 ms'],
    ['does not wait forever', 'fails.case.ts:16:1'],
    ['fails by a rejection that nobody handles', 'nobody handles this'],
    ['does not pass', 'no set-up'],
    ['waits for nothing', 'Waited until ()'],
  ])('reports a test that %s', (title, message) => {
    const result = findFile('fails.case.ts').assertionResults.find((test) => test.title === title);
    expect(result?.status).toBe('failed');
    expect(result?.failureMessages.join('\n')).toContain(message);
  });

  it('reports a file that does not restore the environment, and restores it', () => {
    expect(findFile('changes-environment.case.ts').message).toContain('process.env.PARLEY_LEFT_BEHIND');
  });

  it('reports a test that would end the process', () => {
    expect(findFile('exits.case.ts').message).toContain('A test called process.exit(3)');
  });

  it('fails the run when a process crashes after the tests of a file', () => {
    const { status, stderr } = runJest('crashing-files', ['--maxWorkers=2']);
    expect(stderr).toContain('in or after');
    expect(stderr).toContain('thrown when the test had passed');
    expect(status).toBe(1);
  });

  it('reports a file that cannot be loaded, and fails the run', () => {
    expect(findFile('cannot-load.case.ts').message).toContain('this file cannot be loaded');
    expect(report.success).toBe(false);
  });
});

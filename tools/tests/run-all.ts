import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { callsFile, mergeCalls } from '../changed/read-calls.js';
import { addFlakes, type Flake, flakesFile, readFlakes } from './flakes.js';
import { type Report, readReport } from './read-report.js';
import { renderSummary } from './render-summary.js';

const help = `npm run test:all [-- --shard <part>/<parts>]

Runs every check that fits into 45 minutes of two cores: all of npm test, unused exports (knip), types with
TypeScript 5, and the slow tests (*.slow.test.ts), which measure time, kill processes, start programs or open a browser.

A test file that fails runs once more, alone. If it passes then, it is a flake: it is listed in the summary and kept in
${flakesFile}, and it does not fail the run. A flake is a defect of the test.

The run records which functions each test calls, for npm run test:changed (${callsFile}).

  --shard 1/4   runs a part of the tests; the first part also runs the checks that are not tests
`;

/** So many failures are the fault of the change, and running each again would only take time. */
const mostRepeated = 10;

const { values } = parseArgs({ options: { shard: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(help);
else runAll(values.shard);

function runAll(shard: string | undefined): void {
  const startedAt = performance.now();
  const isFirst = shard === undefined || shard.startsWith('1/');
  const checks = isFirst ? ['check', 'exports', 'typecheck:5'] : [];
  const failedChecks = [...checks, 'programs'].filter((name) => run(['run', '--silent', name]) !== 0);
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-all-'));
  try {
    const report = runTests(folder, shard ? [`--shard=${shard}`] : []);
    const flakes = report.failed.length <= mostRepeated ? findFlakes(folder, report) : [];
    addFlakes(flakes);
    const minutes = (performance.now() - startedAt) / 60_000;
    process.stdout.write(renderSummary({ report, flakes, known: readFlakes(), failedChecks, minutes }));
    const isFine = report.failed.length === flakes.length && report.problems.length === 0;
    process.exitCode = isFine && failedChecks.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runTests(folder: string, options: readonly string[]): Report {
  const [output, calls] = [join(folder, 'report.json'), join(folder, 'calls.jsonl')];
  jest(['--json', `--outputFile=${output}`, ...options], { PARLEY_CALLS: calls });
  mergeCalls(callsFile, calls);
  return readReport(output);
}

/** Runs each file that failed once more, alone. */
function findFlakes(folder: string, { failed }: Report): Flake[] {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return failed
    .filter(({ file }, index) => {
      const output = join(folder, `again-${index}.json`);
      return jest(['--json', `--outputFile=${output}`, '--runTestsByPath', file], {}) === 0;
    })
    .map(({ file, tests }) => ({
      at: new Date().toISOString(),
      commit,
      file: relative(process.cwd(), file),
      tests,
    }));
}

function jest(options: readonly string[], env: Readonly<Record<string, string>>): number {
  return run(['run', '--silent', 'test:jest', '--', '--config', 'jest.all.config.js', ...options], env);
}

/** Jest prints its report to the standard output as well when it writes JSON. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const isJson = args.includes('--json');
  const { status } = spawnSync('npm', args, {
    stdio: ['ignore', isJson ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}

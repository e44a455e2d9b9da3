import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { callsFile, mergeCalls } from '../changed/read-calls.js';
import { addFlakes, type Flake, flakesFile, readFlakes } from './flakes.js';
import { type Report, readReport } from './read-report.js';
import { renderSummary } from './render-summary.js';

/** Runs npm with these arguments and returns its exit code. */
export type Run = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<number>;

interface Options {
  readonly shard: string | undefined;
  readonly commit: string;
  readonly root: string;
  readonly run: Run;
}

/** So many failures are the fault of the change, and running each again would only take time. */
const mostRepeated = 10;

/** Runs the checks, and the tests of the merge tier with the slow ones. */
export async function runTiers({ shard, commit, root, run }: Options) {
  const startedAt = performance.now();
  const isFirst = shard === undefined || shard.startsWith('1/');
  const failedChecks: string[] = [];
  for (const name of [...(isFirst ? ['check', 'exports', 'typecheck:5'] : []), 'programs'])
    if ((await run(['run', '--silent', name])) !== 0) failedChecks.push(name);
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-all-'));
  try {
    const [output, calls] = [join(folder, 'report.json'), join(folder, 'calls.jsonl')];
    const options = ['--json', `--outputFile=${output}`, ...(shard ? [`--shard=${shard}`] : [])];
    const code = await runJest(run, options, { PARLEY_CALLS: calls });
    const report = readReport(output);
    const failed = report.failed.map(({ file }) => relative(root, file));
    mergeCalls(join(root, callsFile), calls, failed);
    if (code !== 0 && failed.length + report.problems.length === 0) failedChecks.push('test:jest');
    const flakes =
      failed.length <= mostRepeated ? await findFlakes(report, { folder, commit, root, run }) : [];
    addFlakes(join(root, flakesFile), flakes);
    const known = readFlakes(join(root, flakesFile));
    const minutes = (performance.now() - startedAt) / 60_000;
    return {
      summary: renderSummary({ report, flakes, known, failedChecks, minutes }),
      isFine: failed.length === flakes.length && failedChecks.length + report.problems.length === 0,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Repetition extends Omit<Options, 'shard'> {
  readonly folder: string;
}

/** Runs each file that failed once more, alone. */
async function findFlakes({ failed }: Report, { folder, commit, root, run }: Repetition): Promise<Flake[]> {
  const flakes: Flake[] = [];
  for (const { file, tests } of failed) {
    const options = ['--json', `--outputFile=${join(folder, 'again.json')}`, '--runTestsByPath', file];
    if ((await runJest(run, options, {})) !== 0) continue;
    flakes.push({ at: new Date().toISOString(), commit, file: relative(root, file), tests });
  }
  return flakes;
}

function runJest(run: Run, options: readonly string[], env: Readonly<Record<string, string>>) {
  return run(['run', '--silent', 'test:jest', '--', '--config', 'jest.all.config.js', ...options], env);
}

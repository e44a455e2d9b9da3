import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { callsFile } from '../changed/read-calls.js';
import { flakesFile } from './flakes.js';
import { runNpm } from './run-npm.js';
import { type Run, runTiers } from './run-tiers.js';

const help = `npm run test:all [-- --shard <part>/<parts>]

Runs every check that fits into 45 minutes of two cores: all of npm test, unused exports (knip), types with
TypeScript 5, and the slow tests (*.slow.test.ts), which measure time, kill processes, start programs or open a browser.

A test file that fails runs once more, alone. If it passes then, it is a flake: it is listed in the summary and kept in
${flakesFile}, and it does not fail the run. A flake is a defect of the test.

The run records which functions each test calls, for npm run test:changed (${callsFile}).

  --shard 1/4   runs a part of the tests; the first part also runs the checks that are not tests
`;

const { values } = parseArgs({ options: { shard: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(help);
else await main(values.shard);

async function main(shard: string | undefined): Promise<void> {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopped.abort());
  const { signal } = stopped;
  const run: Run = async (args, env = {}) => {
    // Jest prints its report to the standard output as well when it writes JSON.
    const output = args.includes('--json') ? 'ignore' : 'inherit';
    const { code } = await runNpm(args, {
      stdio: ['ignore', output, 'inherit'],
      env,
      signal,
      killSignal: 'SIGTERM',
    });
    signal.throwIfAborted();
    return code ?? 1;
  };
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  try {
    const { summary, isFine } = await runTiers({ shard, commit, root: process.cwd(), run });
    process.stdout.write(summary);
    process.exitCode = isFine ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 130;
  }
}

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCLI } from 'jest';
import type { Outcome, Task } from './protocol.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { default: config }: { default: object } = await import(
  new URL('../../jest.config.js', import.meta.url).href
);

type Test = { name: string; milliseconds: number; calls: string[] };

/** Collects what happens in one file; the environment calls it. */
function createRun({ names }: Task['selection']) {
  const wanted = names && new Set(names);
  const tests: Test[] = [];
  const failed: string[] = [];
  const outside = new Set<string>();
  let calls = outside;
  return {
    tests,
    failed,
    outside,
    isWanted: (name: string) => wanted?.has(name) ?? true,
    called: (id: string) => calls.add(id),
    enter: () => {
      calls = new Set();
    },
    leave: (name: string, { duration, errors }: { duration?: number | null; errors: readonly unknown[] }) => {
      if (calls !== outside) tests.push({ name, milliseconds: duration ?? 0, calls: [...calls] });
      if (errors.length > 0) failed.push(name);
      calls = outside;
    },
  };
}

const state: { run: ReturnType<typeof createRun> | undefined } = { run: undefined };
Object.assign(globalThis, {
  parleyMutation: state,
  parleyMutant: Number(process.argv[3] ?? Number.NaN),
  parleyCalled: (id: string) => state.run?.called(id),
});

process.on('message', async (task: Task) => {
  process.send?.(await perform(task));
});
// While a test file runs, `process.exit` throws.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.('ready');

async function perform({ active, selection }: Task): Promise<Outcome> {
  const run = createRun(selection);
  state.run = run;
  Object.assign(globalThis, { parleyMutant: active });
  const startedAt = performance.now();
  const { results } = await runCLI(
    {
      $0: 'jest',
      _: [selection.file],
      config: JSON.stringify({
        ...config,
        rootDir: root,
        // Jest lists all files below its roots in each run, also those of `node_modules`.
        roots: [dirname(join(root, selection.file))],
        reporters: undefined,
        maxWorkers: undefined,
        globalSetup: undefined,
        globalTeardown: undefined,
        testSequencer: undefined,
        testEnvironment: fileURLToPath(
          new URL('../../packages/testkit/src/jest/mutation-environment.cjs', import.meta.url),
        ),
      }),
      runTestsByPath: true,
      reporters: [],
      runInBand: true,
      watchman: false,
      silent: true,
    } as Parameters<typeof runCLI>[0], // The type requires every option.
    [root],
  );
  Object.assign(globalThis, { parleyMutant: undefined });
  const [file] = results.testResults;
  const failed = file?.testResults.find(({ status }) => status === 'failed');
  const message = failed ? `${failed.fullName}: ${failed.failureMessages[0]}` : file?.testExecError?.message;
  return {
    ran: run.tests.length,
    failed: run.failed,
    failure: results.success ? undefined : (message ?? file?.failureMessage ?? 'unknown').slice(0, 400),
    milliseconds: Math.round(performance.now() - startedAt),
    tests: run.tests,
    outside: [...run.outside],
  };
}

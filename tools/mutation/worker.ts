import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCLI } from 'jest';
import { mayDeclareStatements } from '../statements/declared-rows.js';
import { listSources } from '../statements/list-sources.js';
import type { Outcome, Task } from './protocol.js';
import { StatementTexts } from './statement-texts.js';

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

const loadedWith = process.argv[3] === undefined ? undefined : Number(process.argv[3]);
const texts = new StatementTexts(loadedWith);
const state: {
  run: ReturnType<typeof createRun> | undefined;
  active: number | undefined;
  readonly replace: (text: string) => string;
} = { run: undefined, active: undefined, replace: (text) => texts.replace(text, state.active) };
Object.assign(globalThis, {
  parleyMutation: state,
  parleyMutant: loadedWith,
  parleyCalled: (id: string) => state.run?.called(id),
  parleyText: texts.mark.bind(texts),
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
  // A test that runs as a whole reads the texts of all statements.
  const restore = active !== undefined && selection.names === undefined ? await declare(active) : () => {};
  state.active = active;
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
  state.active = undefined;
  restore();
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

/** Declares all statements with the mutant. Their modules are loaded before, because they must not keep it. */
async function declare(active: number): Promise<() => void> {
  if (active === loadedWith) return () => {};
  for (const file of listSources(root).filter(mayDeclareStatements)) await import(file);
  const { declaredStatements: declared }: { declaredStatements: Map<string, string> } = await import(
    new URL('../../packages/database/src/index.ts', import.meta.url).href
  );
  const all = new Map(declared);
  for (const [name, text] of all) declared.set(name, texts.replace(text, active));
  return () => {
    for (const [name, text] of all) declared.set(name, text);
  };
}

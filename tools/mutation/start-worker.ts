import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome, Task } from './protocol.js';

export interface Worker {
  /** Runs a task; `timeout` if it takes too long, and the worker is then gone. */
  run(task: Task, limitMs: number): Promise<Outcome | 'timeout' | 'crashed'>;
  stop(): Promise<void>;
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The flags of `npm run test:jest`, and the sources with mutants or recording instead of the original ones. */
const flags = [
  '--liftoff-only',
  '--single-threaded-gc',
  '--max-semi-space-size=64',
  '--import',
  'tsx',
  '--import',
  here('../../packages/testkit/src/jest/register.js'),
  '--import',
  here('register.js'),
  '--conditions=@parley/source',
];

/** Starts a process that runs tests. A mutant in code that runs when a module is loaded must be active from the start. */
export async function startWorker(sourcesFile: string, active?: number): Promise<Worker> {
  const child = fork(here('worker.ts'), [sourcesFile, ...(active === undefined ? [] : [String(active)])], {
    execArgv: flags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // Node 20: the client of S3 warns about it.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
  await Promise.race([once(child, 'message'), failOnExit(child)]);
  return {
    run: (task, limitMs) => runTask(child, task, limitMs),
    stop: () => stop(child),
  };
}

async function failOnExit(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`The worker of the mutation run ended with code ${code}.`);
}

async function runTask(
  child: ChildProcess,
  task: Task,
  limitMs: number,
): Promise<Outcome | 'timeout' | 'crashed'> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), limitMs);
  try {
    const received = once(child, 'message', { signal }).then(([message]) => message as Outcome);
    const gone = once(child, 'exit', { signal }).then((): 'crashed' => 'crashed');
    // Of the two, one never settles before the other is decided.
    gone.catch(() => undefined);
    received.catch(() => undefined);
    child.send(task);
    return await Promise.race([received, gone]);
  } catch (error) {
    if (!signal.aborted) throw error;
    await stop(child);
    return 'timeout';
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

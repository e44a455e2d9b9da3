import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { buildPrograms, testEncryptionKeys } from '@parley/testkit';

buildPrograms();

// A worker keeps the position of its database there; that of an earlier run would look like a restored database.
const dataDir = mkdtempSync(join(tmpdir(), 'parley-worker-'));
const children: ChildProcess[] = [];

// This hook runs before those of the test file, which may end workers only then: a worker that still runs would write
// into the folder while it is removed.
afterAll(async () => {
  await Promise.all(children.map(endAtOnce));
  rmSync(dataDir, { recursive: true });
});

export interface WorkerProcess {
  /** Resolves when the worker claims jobs. */
  started(): Promise<void>;
  readonly output: () => string;
  kill(signal: NodeJS.Signals): void;
  ended(): Promise<number | null>;
}

const main = fileURLToPath(new URL('../../../local/bundle/processes/worker.js', import.meta.url));

/** Starts a worker in a process of its own, as `npm run start:worker` does; resolves when it claims jobs. */
export async function startWorkerProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const worker = spawnWorkerProcess(databaseUrl, env);
  await worker.started();
  return worker;
}

/**
 * Like `startWorkerProcess`, but returns before the worker has started, for a caller that has to end it in any case.
 */
export function spawnWorkerProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): WorkerProcess {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: testEncryptionKeys,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      ...env,
    },
  });
  children.push(child);
  const exited = once(child, 'exit');
  let output = '';
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('worker started')) resolve();
      });
    }
    void exited.then(() => reject(new Error(`The worker ended before it had started:\n${output}`)));
  });
  // The process may be ended while nothing waits for its start.
  started.catch(() => undefined);
  return {
    started: () => started,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    async ended() {
      const [code] = await exited;
      return code;
    },
  };
}

async function endAtOnce(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Returns when the worker logged the message, by its own clock. */
export function timeOf(worker: WorkerProcess, message: string): number {
  const line = worker
    .output()
    .split('\n')
    .find((text) => text.includes(`"msg":"${message}"`));
  if (line === undefined) throw new Error(`The worker did not log "${message}":\n${worker.output()}`);
  return JSON.parse(line).time;
}

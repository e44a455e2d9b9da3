import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { encryptionKeys } from './start-stage.js';

export interface WorkerProcess {
  readonly pid: number;
  /** The time from the start of the process until it claims jobs. */
  readonly startMs: number;
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly nodeFlags?: readonly string[] | undefined;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const main = fileURLToPath(new URL('../../../../apps/local/bundle/processes/worker.js', import.meta.url));

/** A worker as with `npm run start:worker`, which may call this machine. Returns when it claims jobs. */
export async function startWorker(
  databaseUrl: string,
  { nodeFlags = [], env = {} }: WorkerOptions = {},
): Promise<WorkerProcess> {
  // A worker pauses if it finds the later position of an earlier run.
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-worker-'));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: encryptionKeys,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  const exited = once(child, 'exit');
  await printed(child, 'worker started');
  return {
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for a line of the log; the rest of the log is dropped. */
function printed(child: ChildProcessByStdio<null, Readable, null>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (output.includes(text)) return;
      output += chunk;
      if (output.includes(text)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}: ${output}`)));
  });
}

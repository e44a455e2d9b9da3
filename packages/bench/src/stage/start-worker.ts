import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { encryptionKeys } from './start-stage.js';

export interface WorkerProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../../../apps/worker/dist/main.js', import.meta.url));

/** A worker as with `npm run start:worker`, which may call this machine. */
export async function startWorker(
  databaseUrl: string,
  nodeFlags: readonly string[] = [],
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [...nodeFlags, main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: encryptionKeys,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    },
  });
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

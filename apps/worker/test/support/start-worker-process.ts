import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from '@parley/testkit';

buildPrograms();

export interface WorkerProcess {
  readonly output: () => string;
  kill(signal: NodeJS.Signals): void;
  ended(): Promise<number | null>;
}

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A worker in a process of its own, as `npm run start:worker` runs it; resolves when it takes jobs. */
export async function startWorkerProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      ...env,
    },
  });
  const exited = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('worker started')) resolve();
      });
    }
    void exited.then(() => reject(new Error(`The worker ended before it was up:\n${output}`)));
  });
  return {
    output: () => output,
    kill: (signal) => end(child, signal),
    async ended() {
      const [code] = await exited;
      return code;
    },
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  child.kill(signal);
}

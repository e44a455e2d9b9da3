import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ContractTimes {
  readonly coldMs: number;
  readonly unchangedMs: number;
}

/** Linting, bundling and typing both documents: everything anew, and then with nothing changed. */
export async function measureContract(): Promise<ContractTimes> {
  const coldMs = await run(['--force']);
  return { coldMs, unchangedMs: await run([]) };
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const tasks = ['lint:v3', 'lint:v2', 'contract', '@parley/contract#generate'];

async function run(more: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('npx', ['turbo', 'run', ...tasks, '--output-logs=errors-only', ...more], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DO_NOT_TRACK: '1' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`turbo ended with ${code}.`);
  return performance.now() - startedAt;
}

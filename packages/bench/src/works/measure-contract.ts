import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface ContractTimes {
  readonly coldMs: number;
  readonly unchangedMs: number;
  /** The share of tasks that did not run again in the unchanged run. */
  readonly cachedShare: number;
}

/** Lints and bundles both documents and generates their types, first without a cache and then without changes. */
export async function measureContract(): Promise<ContractTimes> {
  const cold = await run(['--force']);
  const unchanged = await run([]);
  return { coldMs: cold.tookMs, unchangedMs: unchanged.tookMs, cachedShare: readCachedShare(unchanged.said) };
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const tasks = ['lint:v3', 'lint:v2', 'contract', '@parley/contract#generate'];

async function run(more: readonly string[]): Promise<{ tookMs: number; said: string }> {
  const startedAt = performance.now();
  const options = ['--output-logs=errors-only', '--no-color'];
  const child = spawn('npx', ['turbo', 'run', ...tasks, ...options, ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DO_NOT_TRACK: '1' },
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`turbo ended with ${code}.`);
  return { tookMs: performance.now() - startedAt, said };
}

/** Reads the summary, such as `Cached:    5 cached, 5 total`. */
function readCachedShare(said: string): number {
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(said) ?? [];
  if (total === undefined) throw new Error(`turbo did not print how many tasks were cached: ${said}`);
  return Number(cached) / Number(total);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const scenario = fileURLToPath(new URL('./full-disk-scenario.ts', import.meta.url));

/** Runs the scenario on a small disk in memory, which can be mounted in a user namespace without root. */
export async function proveFullDisk(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-disk-'));
  const program = [process.execPath, ...process.execArgv, scenario, folder];
  const mount = 'mount -t tmpfs -o size=160m none "$0" && exec "$@"';
  const child = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  await rm(folder, { recursive: true, force: true });
  process.stdout.write(output);
  return code === 0 ? [] : [`the scenario of the full disk ended with ${code}`];
}

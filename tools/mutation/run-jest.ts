import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Ended {
  readonly code: number | null;
  readonly errors: string;
}

/** Runs `npm run test:jest`. When the signal aborts, all processes of the run are killed. */
export async function runJest(
  args: readonly string[],
  { env, signal }: { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn('npm', ['run', '--silent', 'test:jest', '--', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    // It leads a group of processes, which is killed at once.
    detached: true,
  });
  const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  try {
    const [code] = await once(child, 'exit');
    return { code, errors };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

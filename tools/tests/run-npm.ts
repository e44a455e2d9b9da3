import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

interface Options {
  readonly stdio: StdioOptions;
  readonly env: Readonly<Record<string, string>>;
  /** Ends all processes of the run with `killSignal`. */
  readonly signal: AbortSignal;
  readonly killSignal: NodeJS.Signals;
}

/** Runs npm, and returns its exit code with the end of its standard error, if that is a pipe. */
export async function runNpm(args: readonly string[], { stdio, env, signal, killSignal }: Options) {
  signal.throwIfAborted();
  // It leads a group of processes, which is killed at once.
  const child = spawn('npm', args, { stdio, env: { ...process.env, ...env }, detached: true });
  const kill = () => child.pid && process.kill(-child.pid, killSignal);
  signal.addEventListener('abort', kill);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  try {
    const [code]: (number | null)[] = await once(child, 'exit');
    return { code, errors };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

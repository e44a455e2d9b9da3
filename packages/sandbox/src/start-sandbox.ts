import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface SandboxOptions {
  /** Default is any free port. */
  readonly port?: number;
  /** `demo` is the workspace of the examples; `empty` is a workspace without anything. Default is `demo`. */
  readonly seed?: 'demo' | 'empty';
  /** Whether the log of the service is written to stderr. Default is `false`. */
  readonly log?: boolean;
}

export interface Sandbox {
  /** The root of the service, for `createClient({ baseUrl })`. */
  readonly url: string;
  /** A token of the workspace, with every scope. */
  readonly token: string;
  /** The process of the service. */
  readonly pid: number;
  /** The folder with all data of the sandbox, which is removed at the end. */
  readonly folder: string;
  /** How long the start took, in milliseconds. */
  readonly startMs: number;
  /** Ends the service and its PostgreSQL, and removes their files. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service in a process of its own, with a PostgreSQL and a temporary folder of its own. Both end with this process,
 * however that ends.
 *
 * @example
 * const sandbox = await startSandbox();
 * const parley = createClient({ baseUrl: sandbox.url, token: sandbox.token });
 * // …
 * await sandbox.stop();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (process.platform === 'win32') throw new Error('The sandbox does not run on Windows. Use it in WSL.');
  const begin = performance.now();
  const child = fork(program, listArguments(options), {
    cwd: '/',
    env: pickEnvironment(),
    // Flags of a test runner are not for the service.
    execArgv: [],
    stdio: ['ignore', ...(options.log ? ([2, 2] as const) : (['ignore', 'ignore'] as const)), 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { url, token, folder } = await waitUntilReady(child);
  // A program that forgets the sandbox can end, and the sandbox ends with it.
  child.unref();
  child.channel?.unref();
  return {
    url,
    token,
    folder,
    pid: child.pid ?? 0,
    startMs: Math.round(performance.now() - begin),
    stop() {
      child.ref();
      if (child.connected) child.disconnect();
      return ended;
    },
  };
}

const program = fileURLToPath(new URL('./bundle/sandbox.js', import.meta.url));

function listArguments({ port, seed }: SandboxOptions): string[] {
  return [
    ...(port === undefined ? [] : [`--port=${port}`]),
    ...(seed === undefined ? [] : [`--seed=${seed}`]),
  ];
}

/** Settings of the project, such as `DATABASE_URL` and `NODE_OPTIONS`, are not those of the sandbox. */
function pickEnvironment(): Record<string, string> {
  const kept = ['HOME', 'LANG', 'PATH', 'TEMP', 'TMP', 'TMPDIR'];
  return Object.fromEntries(
    kept
      .map((name) => [name, process.env[name]] as const)
      .filter((entry): entry is [string, string] => !!entry[1]),
  );
}

interface Ready {
  readonly kind: 'ready';
  readonly url: string;
  readonly token: string;
  readonly folder: string;
}

function waitUntilReady(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    // The program is ours, so its messages have one of these two forms.
    child.once('message', (message: Ready | { readonly kind: 'failed'; readonly message: string }) => {
      if (message.kind === 'ready') resolve(message);
      else reject(new Error(message.message));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`The sandbox ended while it was starting (${signal ?? `exit code ${code}`}).`));
    });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);

/** A process that does not end by itself within this time is killed. */
const graceMs = 20_000;

export interface ProcessDescription {
  readonly name: string;
  /** The built program, from the root of the repository. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** A process that is started again whenever it ends, as a supervisor does. */
export class SupervisedProcess {
  readonly name: string;
  readonly #description: ProcessDescription;
  readonly #log: WriteStream;
  #child: ChildProcess;
  #workerId: string | undefined;
  #isStopping = false;

  constructor(description: ProcessDescription) {
    this.name = description.name;
    this.#description = description;
    this.#log = createWriteStream(description.logFile, { flags: 'a' });
    this.#child = this.#start();
  }

  /** The id of the running process; undefined while there is none. */
  get pid(): number | undefined {
    const { exitCode, signalCode, pid } = this.#child;
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** The id that the running worker has written to its log; undefined until then. */
  get workerId(): string | undefined {
    return this.pid === undefined ? undefined : this.#workerId;
  }

  /** Sends a signal to the process. Returns false when there is none. */
  signal(signal: NodeJS.Signals): boolean {
    return this.#child.kill(signal);
  }

  /** Ends the process permanently, by default with SIGTERM. Resolves with its exit code, or null when a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#isStopping = true;
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    // A paused process would not receive the signal.
    child.kill('SIGCONT');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await once(child, 'exit');
    clearTimeout(timer);
    return child.exitCode;
  }

  #start(): ChildProcess {
    const { program, env } = this.#description;
    this.#workerId = undefined;
    const child = spawn(process.execPath, [fileURLToPath(new URL(program, root))], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(this.#log, { end: false });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (child.pid === this.#child.pid) this.#workerId ??= readWorkerId(line);
    });
    child.stderr.pipe(this.#log, { end: false });
    child.once('exit', async () => {
      // A program that cannot start, because the database is down, must not be started a thousand times a second.
      await delay(200);
      if (!this.#isStopping) this.#child = this.#start();
    });
    return child;
  }
}

function readWorkerId(line: string): string | undefined {
  return /"msg":"worker started"/.test(line) ? /"workerId":"([^"]+)"/.exec(line)?.[1] : undefined;
}

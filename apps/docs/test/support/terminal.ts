import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A shell in which commands run one after another, as a person would type them: variables and the current folder
 * persist.
 */
export interface Terminal {
  /** All output so far. */
  readonly output: string;
  /** Runs commands and returns their output; fails if the last command fails. */
  run(commands: string): Promise<string>;
  /** Types commands that do not end on their own. */
  type(commands: string): void;
  /** Waits until a text was printed. */
  waitFor(text: string): Promise<void>;
  /** Ends the shell and every process that it has started. */
  close(): Promise<void>;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** How long to wait for expected output; the default is a minute. */
  readonly timeoutMs?: number | undefined;
}

export function openTerminal({ cwd, env, timeoutMs = 60_000 }: TerminalOptions): Terminal {
  const shell = spawn('bash', [], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(shell, 'exit');
  let output = '';
  let count = 0;
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const waitFor = (isThere: () => boolean, what: string) =>
    waitUntil({ shell, isTrue: isThere, timeoutMs, describe: () => `${what}\n${output.slice(-2000)}` });
  return {
    get output() {
      return output;
    },
    async run(commands) {
      const start = output.length;
      count += 1;
      // The output need not end with a line break.
      const mark = new RegExp(`\\nend ${count}: (\\d+)\\n`);
      shell.stdin.write(`${detach(commands)}\nprintf '\\nend ${count}: %s\\n' $?\n`);
      await waitFor(() => mark.test(output.slice(start)), `This did not end:\n${commands}`);
      const printed = output.slice(start);
      if (mark.exec(printed)?.[1] !== '0') throw new Error(`This failed:\n${commands}\n${printed}`);
      return printed.replace(mark, '');
    },
    type(commands) {
      shell.stdin.write(`${detach(commands)}\n`);
    },
    waitFor: (text) => waitFor(() => output.includes(text), `This was not printed: ${text}`),
    async close() {
      const deadline = performance.now() + 15_000;
      // The shell ends first; the processes that it has started may take longer.
      let isThere = signalGroup(shell, 'SIGTERM');
      while (isThere && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isThere = signalGroup(shell, 0);
      }
      signalGroup(shell, 'SIGKILL');
      await exited;
    },
  };
}

/** Signals the shell and its children; returns whether any of them is running. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** A program that reads its input must not consume the commands that follow. */
function detach(commands: string): string {
  return `{\n${commands}\n} < /dev/null`;
}

interface Wait {
  readonly shell: ChildProcess;
  readonly isTrue: () => boolean;
  readonly timeoutMs: number;
  readonly describe: () => string;
}

async function waitUntil({ shell, isTrue, timeoutMs, describe }: Wait): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (shell.exitCode !== null) throw new Error(`The shell has ended. ${describe()}`);
    if (performance.now() > deadline) throw new Error(describe());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell in which commands are run one after another, as a person would: variables and folders stay. */
export interface Terminal {
  /** Everything that was printed so far. */
  readonly output: string;
  /** Runs commands to their end and gives what they printed; fails when the last of them does. */
  run(commands: string): Promise<string>;
  /** Types commands that do not end by themselves. */
  type(commands: string): void;
  /** Waits until a text was printed. */
  waitFor(text: string): Promise<void>;
  /** Ends the shell and all that it has started. */
  close(signal?: NodeJS.Signals): Promise<void>;
}

export function openTerminal(options: { cwd: string; env: Readonly<Record<string, string>> }): Terminal {
  const shell = spawn('bash', [], { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(shell, 'exit');
  let output = '';
  let count = 0;
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const waitFor = (isThere: () => boolean, what: string) =>
    waitUntil(shell, isThere, () => `${what}\n${output.slice(-2000)}`);
  return {
    get output() {
      return output;
    },
    async run(commands) {
      const start = output.length;
      count += 1;
      // What was printed need not end with a new line.
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
    async close(signal = 'SIGTERM') {
      // The group: what the shell has started goes with it.
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, signal);
      await exited;
    },
  };
}

/** A program that reads its input must not swallow the commands that follow. */
function detach(commands: string): string {
  return `{\n${commands}\n} < /dev/null`;
}

const patienceMs = 120_000;

async function waitUntil(shell: ChildProcess, isTrue: () => boolean, describe: () => string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!isTrue()) {
    if (shell.exitCode !== null) throw new Error(`The shell has ended. ${describe()}`);
    if (Date.now() > deadline) throw new Error(describe());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A line of `parley listen --json`. */
export interface Line {
  readonly kind: string;
  readonly id?: string;
  readonly [name: string]: unknown;
}

export interface Followed {
  readonly lines: readonly Line[];
  readonly exited: Promise<number | null>;
  waitFor(isThere: (lines: readonly Line[]) => boolean): Promise<void>;
  /** Ends the process and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Reads the lines of a process that prints JSON. */
export function followLines(child: ChildProcessWithoutNullStreams): Followed {
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const notify = () => {
    for (const check of waiting) check();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    // A killed process can leave half a line behind.
    if (!line.endsWith('}')) return;
    lines.push(JSON.parse(line));
    notify();
  });
  const exited = once(child, 'close').then(() => child.exitCode);
  exited.then(notify);
  return {
    lines,
    exited,
    waitFor: (isThere) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(check);
          settle();
        };
        const fail = (why: string) =>
          end(() => reject(new Error(`${why}\n${JSON.stringify(lines)}\n${stderr}`)));
        const check = () => {
          if (isThere(lines)) end(resolve);
          else if (child.exitCode !== null || child.signalCode !== null) fail('The command has ended.');
        };
        const timer = setTimeout(() => fail('The lines did not come.'), 30_000);
        waiting.add(check);
        check();
      }),
    async kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

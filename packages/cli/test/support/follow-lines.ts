import { createInterface } from 'node:readline';
import type { Running } from './run-parley.js';

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
  /** Ends the command and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Reads the lines of a command that prints JSON. */
export function followLines(running: Running): Followed {
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  let stderr = '';
  let isOver = false;
  running.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const notify = () => {
    for (const check of waiting) check();
  };
  createInterface({ input: running.stdout }).on('line', (line) => {
    // A killed process can leave half a line behind.
    if (!line.endsWith('}')) return;
    lines.push(JSON.parse(line));
    notify();
  });
  const exited = running.exited.finally(() => {
    isOver = true;
    notify();
  });
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
          else if (isOver) fail('The command has ended.');
        };
        const timer = setTimeout(() => fail('The lines did not come.'), 30_000);
        waiting.add(check);
        check();
      }),
    async kill(signal) {
      running.kill(signal);
      return exited;
    },
  };
}

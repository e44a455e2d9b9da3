import { basename } from 'node:path';
import type { CheckReport } from '../receivers/receiver-report.js';
import type { Progress } from '../report/report.js';

/** Prints a line for each finished operation to stderr; only the report goes to stdout. */
export function printProgress(document: string): (progress: Progress) => void {
  return ({ operation, round, done, total, requests, findings }) => {
    const place = `${String(done).padStart(String(total).length)}/${total}`;
    const rounds = round > 0 ? ` round ${round + 1}` : '';
    const found = findings > 0 ? `, ${findings} findings` : '';
    process.stderr.write(
      `${basename(document)}${rounds} ${place} ${operation}: ${requests} requests${found}\n`,
    );
  };
}

/** Prints a line for each finished check of a receiver to stderr. */
export function printCheck({ name, result, deliveries }: CheckReport): void {
  process.stderr.write(`${name}: ${result}, ${deliveries} deliveries\n`);
}

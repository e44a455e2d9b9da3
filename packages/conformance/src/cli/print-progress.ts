import { basename } from 'node:path';
import type { CheckReport } from '../receivers/receiver-report.js';
import type { Progress } from '../report/report.js';

/** Where a command prints, such as a stream of its process. */
export interface Output {
  write(text: string): unknown;
}

/** Prints a line for each finished operation. */
export function printProgress(document: string, output: Output): (progress: Progress) => void {
  return ({ operation, round, done, total, requests, findings }) => {
    const place = `${String(done).padStart(String(total).length)}/${total}`;
    const rounds = round > 0 ? ` round ${round + 1}` : '';
    const found = findings > 0 ? `, ${findings} findings` : '';
    output.write(`${basename(document)}${rounds} ${place} ${operation}: ${requests} requests${found}\n`);
  };
}

/** Prints a line for each finished check of a receiver. */
export function printCheck(output: Output): (check: CheckReport) => void {
  return ({ name, result, deliveries }) => output.write(`${name}: ${result}, ${deliveries} deliveries\n`);
}

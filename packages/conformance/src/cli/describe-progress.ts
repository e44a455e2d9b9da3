import { basename } from 'node:path';
import type { CheckReport } from '../receivers/receiver-report.js';
import type { Progress } from '../report/report.js';

/** Returns the line of a finished operation. */
export function describeProgress(document: string, progress: Progress): string {
  const { operation, round, done, total, requests, findings } = progress;
  const place = `${String(done).padStart(String(total).length)}/${total}`;
  const rounds = round > 0 ? ` round ${round + 1}` : '';
  const found = findings > 0 ? `, ${findings} findings` : '';
  return `${basename(document)}${rounds} ${place} ${operation}: ${requests} requests${found}`;
}

/** Returns the line of a finished check of a receiver. */
export function describeCheck({ name, result, deliveries }: CheckReport): string {
  return `${name}: ${result}, ${deliveries} deliveries`;
}

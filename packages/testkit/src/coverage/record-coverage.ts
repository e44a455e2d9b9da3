import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenStatus } from '../wire/seen-status.js';

const prefix = 'seen-';
const written = new Set<string>();

/** Records that an operation returned a status. Every process of a test run writes its own file in the folder. */
export function recordCoverage(folder: string, seen: SeenStatus): void {
  const line = JSON.stringify(seen);
  const key = `${folder} ${line}`;
  if (written.has(key)) return;
  written.add(key);
  appendFileSync(join(folder, `${prefix}${process.pid}`), `${line}\n`);
}

/** Returns what all processes of a test run have recorded in the folder. */
export function readCoverage(folder: string): SeenStatus[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.startsWith(prefix));
  return files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

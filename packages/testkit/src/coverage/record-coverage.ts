import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiVersion } from '../wire/versions.js';

/** An operation and a status with which it was seen to respond. */
export interface SeenStatus {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly status: number;
}

const prefix = 'seen-';
const written = new Set<string>();

/** Records a response for the table of the whole run; every process writes a file of its own. */
export function recordCoverage(folder: string, seen: SeenStatus): void {
  const line = JSON.stringify(seen);
  const key = `${folder} ${line}`;
  if (written.has(key)) return;
  written.add(key);
  appendFileSync(join(folder, `${prefix}${process.pid}`), `${line}\n`);
}

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

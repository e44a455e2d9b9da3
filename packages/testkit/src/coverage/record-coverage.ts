import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiVersion } from '../wire/versions.js';

/** An operation and a status that it returned. */
export interface SeenStatus {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly status: number;
}

const prefix = 'seen-';
const written = new Set<string>();

/** Records a response for the table of the whole run; every process writes its own file. */
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

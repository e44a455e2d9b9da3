import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedComparison } from './change.js';
import { specFolder } from './redocly.js';

/** The changes of one release of one version. */
export interface ReleasedChanges extends JudgedComparison {
  /** The date, such as `2026-12-01`. */
  readonly releasedOn: string;
}

const file = join(specFolder, 'released/history.json');

/** Adds the changes of this release to the earlier ones, newest first. The changelog is generated from them. */
export async function keepHistory(judged: readonly JudgedComparison[], releasedOn: string): Promise<void> {
  const added = judged.filter(({ changes }) => changes.length > 0).map((one) => ({ ...one, releasedOn }));
  await writeFile(file, `${JSON.stringify([...added, ...(await readHistory())], null, 2)}\n`);
}

export async function readHistory(): Promise<ReleasedChanges[]> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
}

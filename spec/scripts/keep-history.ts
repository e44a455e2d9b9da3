import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAcceptedChanges } from './accepted-changes.js';
import type { Comparison, JudgedComparison } from './change.js';
import { judgeComparisons } from './judge-comparisons.js';
import { specFolder } from './redocly.js';
import { versions } from './versions.js';

/** The changes of one release of one version. */
export interface ReleasedChanges extends JudgedComparison {
  /** The date, such as `2026-12-01`. */
  readonly releasedOn: string;
}

const file = join(specFolder, 'released/history.json');

/** Adds the changes of this release to the earlier ones, newest first. The changelog is generated from them. */
export async function keepHistory(releasedOn: string): Promise<void> {
  const comparisons = await Promise.all(
    versions.map(
      async (version): Promise<Comparison> =>
        JSON.parse(await readFile(join(specFolder, `dist/${version}.changes.json`), 'utf8')),
    ),
  );
  const { comparisons: judged } = judgeComparisons(comparisons, await readAcceptedChanges());
  const added = judged.filter(({ changes }) => changes.length > 0).map((one) => ({ ...one, releasedOn }));
  await writeFile(file, `${JSON.stringify([...added, ...(await readHistory())], null, 2)}\n`);
}

export async function readHistory(): Promise<ReleasedChanges[]> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
}

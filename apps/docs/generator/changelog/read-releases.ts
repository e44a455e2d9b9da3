import { readFile } from 'node:fs/promises';
import {
  type ChangedOperations,
  type Comparison,
  type ContractDocument,
  type JudgedComparison,
  judgeComparisons,
  listChangedOperations,
  readAcceptedChanges,
  readHistory,
  type Version,
  versions,
} from '@parley/spec/releases';

const spec = new URL('../../../../spec/', import.meta.url);

/** The changes of one release since the previous one. */
export interface Release extends JudgedComparison, ChangedOperations {
  /** The date of the release; null if it is not released yet. */
  readonly releasedOn: string | null;
}

/** Returns the releases of each version of the API, newest first: unreleased changes, then the history. */
export async function readReleases(): Promise<Record<Version, Release[]>> {
  const comparisons = await Promise.all(
    versions.map((version): Promise<Comparison> => readJson(`dist/${version}.changes.json`)),
  );
  const { comparisons: judged } = judgeComparisons(comparisons, await readAcceptedChanges());
  const pending = await Promise.all(
    judged.map(async (comparison): Promise<Release> => {
      const document: ContractDocument = await readJson(`dist/${comparison.version}.json`);
      return { ...comparison, releasedOn: null, ...listChangedOperations(document, comparison.changes) };
    }),
  );
  const releases = [...pending.filter(({ changes }) => changes.length > 0), ...(await readHistory())];
  return {
    v3: releases.filter(({ version }) => version === 'v3'),
    v2: releases.filter(({ version }) => version === 'v2'),
  };
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(new URL(path, spec), 'utf8'));
}

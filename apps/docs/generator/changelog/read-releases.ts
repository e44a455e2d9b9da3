import { readFile } from 'node:fs/promises';
import {
  type Comparison,
  type JudgedComparison,
  judgeComparisons,
  readAcceptedChanges,
  readHistory,
  type Version,
  versions,
} from '@parley/spec/releases';

const spec = new URL('../../../../spec/', import.meta.url);

/** The changes of one release since the previous one. */
export interface Release extends JudgedComparison {
  /** The date of the release; null if it is not released yet. */
  readonly releasedOn: string | null;
}

/** Returns the releases of each version of the API, newest first: unreleased changes, then the history. */
export async function readReleases(): Promise<Record<Version, Release[]>> {
  const comparisons = await Promise.all(
    versions.map((version): Promise<Comparison> => readJson(`dist/${version}.changes.json`)),
  );
  const { comparisons: judged } = judgeComparisons(comparisons, await readAcceptedChanges());
  const pending = judged.map((comparison): Release => ({ ...comparison, releasedOn: null }));
  const releases = [...pending.filter(({ changes }) => changes.length > 0), ...(await readHistory())];
  return {
    v3: releases.filter(({ version }) => version === 'v3'),
    v2: releases.filter(({ version }) => version === 'v2'),
  };
}

/** Returns the operations of the last released document, as `GET /chats/{chatId}`. */
export async function readReleasedOperations(
  version: Version,
): Promise<{ version: string; operations: string[] }> {
  const document: { info: { version: string }; paths: Record<string, object> } = await readJson(
    `released/${version}.json`,
  );
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  return { version: document.info.version, operations };
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(new URL(path, spec), 'utf8'));
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAcceptedChanges } from './accepted-changes.js';
import { checkReleased, isRelease } from './check-released.js';
import { compareWithMergeBase } from './compare-with-merge-base.js';
import { compareWithRelease } from './compare-with-release.js';
import { addAffected } from './consumers/add-affected.js';
import { readKnowledge } from './consumers/read-knowledge.js';
import { ContractError } from './contract-error.js';
import { findMissingChangeset } from './find-missing-changeset.js';
import { addProblems, judgeComparisons } from './judge-comparisons.js';
import { checkHistories, readHistory } from './keep-history.js';
import { findMergeBase } from './merge-base.js';
import { type ContractDocument, readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import { renderFailure } from './render-failure.js';
import { renderReport } from './render-report.js';
import { type Version, versions } from './versions.js';

/**
 * Writes and returns the report on the contract's changes, and fails when one would break a partner. A version is compared as
 * soon as its bundle is written.
 */
export async function judgeContract(
  bundle: (version: Version) => Promise<void> = async () => {},
): Promise<string> {
  const bundles = new Map(versions.map((version) => [version, bundle(version)]));
  const found = findMergeBase();
  const [base, missing] = typeof found === 'string' ? [undefined, found] : [found, undefined];
  const compare = versions.map(async (version) => {
    await bundles.get(version);
    return [await compareWithRelease(version), base && (await compareWithMergeBase(base, version))] as const;
  });
  const pairs = await Promise.all(compare);
  const comparisons = pairs.map(([sinceRelease]) => sinceRelease);
  const own = pairs.flatMap(([, sinceBase]) => sinceBase ?? []);
  if (base) await checkReleased(base);
  // The changelog is generated from the history.
  const history = await readHistory();
  if (base && (await isRelease(base))) checkHistories(history, await readBundles());
  const judged = judgeComparisons(
    [...own, ...comparisons],
    await readAcceptedChanges(),
    base?.readAccepted(),
  );
  const problems = base ? await findMissingChangeset(own, base) : [];
  const judgement = addAffected(addProblems(judged, problems), await readKnowledge());
  const report = renderReport(judgement, missing);
  await writeFile(join(specFolder, 'dist/report.md'), report);
  if (!judgement.passes) throw new ContractError(renderFailure(judgement));
  return report;
}

async function readBundles(): Promise<Map<Version, ContractDocument>> {
  const read = versions.map(
    async (version) => [version, await readDocument(join(specFolder, `dist/${version}.json`))] as const,
  );
  return new Map(await Promise.all(read));
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAcceptedChanges } from './accepted-changes.js';
import { checkReleased } from './check-released.js';
import { compareWithMergeBase } from './compare-with-merge-base.js';
import { compareWithRelease } from './compare-with-release.js';
import { addAffected } from './consumers/add-affected.js';
import { readKnowledge } from './consumers/read-knowledge.js';
import { ContractError, runCommand } from './contract-error.js';
import { judgeComparisons } from './judge-comparisons.js';
import { readHistory } from './keep-history.js';
import { findMergeBase } from './merge-base.js';
import { specFolder } from './redocly.js';
import { renderFailure } from './render-failure.js';
import { renderReport } from './render-report.js';
import { versions } from './versions.js';

/** Writes the report on the contract's changes, and fails when one would break a partner. */
await runCommand(async () => {
  const comparisons = await Promise.all(versions.map(compareWithRelease));
  const found = findMergeBase();
  const [base, missing] = typeof found === 'string' ? [undefined, found] : [found, undefined];
  if (base) await checkReleased(base);
  // The changelog is generated from the history.
  await readHistory();
  const own = base ? await compareWithMergeBase(base) : [];
  const judgement = addAffected(
    judgeComparisons([...own, ...comparisons], await readAcceptedChanges(), base?.readAccepted()),
    await readKnowledge(),
  );
  await writeFile(join(specFolder, 'dist/report.md'), renderReport(judgement, missing));
  if (!judgement.passes) throw new ContractError(renderFailure(judgement));
});

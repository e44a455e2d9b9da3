import { join } from 'node:path';
import { clearAcceptedChanges, readAcceptedChanges } from './accepted-changes.js';
import { compareWithRelease } from './compare-with-release.js';
import { ContractError, runCommand } from './contract-error.js';
import { judgeComparisons } from './judge-comparisons.js';
import { keepHistory } from './keep-history.js';
import { readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import { writeReleased } from './released.js';
import { renderFailure } from './render-failure.js';
import { versions } from './versions.js';

/** Makes the current bundles the release that later changes are compared with, if the gate lets them pass. */
await runCommand(async () => {
  const comparisons = await Promise.all(versions.map(compareWithRelease));
  const judgement = judgeComparisons(comparisons, await readAcceptedChanges());
  if (!judgement.passes) throw new ContractError(renderFailure(judgement));
  if (comparisons.every(({ changes }) => changes.length === 0)) {
    console.log('The contract has not changed since the last release: there is nothing to release.');
    return;
  }
  const documents = versions.map(
    async (version) => [version, await readDocument(join(specFolder, `dist/${version}.json`))] as const,
  );
  await writeReleased(new Map(await Promise.all(documents)));
  await keepHistory(judgement.comparisons, new Date().toISOString().slice(0, 10));
  await clearAcceptedChanges();
  console.log(`Released ${versions.join(' and ')}: commit spec/released and spec/accepted-changes.yaml.`);
});

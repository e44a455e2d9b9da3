import { join } from 'node:path';
import { clearAcceptedChanges, readAcceptedChanges } from './accepted-changes.js';
import { compareWithRelease } from './compare-with-release.js';
import { ContractError, runCommand } from './contract-error.js';
import { isPackageRaised } from './is-package-raised.js';
import { judgeComparisons } from './judge-comparisons.js';
import { extendHistory } from './keep-history.js';
import { readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import { writeReleased } from './released.js';
import { renderFailure } from './render-failure.js';
import { versions } from './versions.js';

/** Makes the current bundles the release that later changes are compared with, if the gate lets them pass. */
await runCommand(async () => {
  if (process.argv.includes('--with-package') && !isPackageRaised(join(specFolder, '..'))) {
    console.log('The version of @parley/contract was not raised: the contract is not released.');
    return;
  }
  const comparisons = await Promise.all(versions.map(compareWithRelease));
  const accepted = await readAcceptedChanges();
  // The gate has already refused an entry of this branch that matches nothing. The others accepted a break of something
  // that was never released: they are dropped with the rest.
  const judgement = judgeComparisons(comparisons, accepted, accepted);
  if (!judgement.passes) throw new ContractError(renderFailure(judgement));
  if (comparisons.every(({ changes }) => changes.length === 0)) {
    console.log('The contract has not changed since the last release: there is nothing to release.');
    return;
  }
  const documents = new Map(
    await Promise.all(
      versions.map(
        async (version) => [version, await readDocument(join(specFolder, `dist/${version}.json`))] as const,
      ),
    ),
  );
  const today = new Date().toISOString().slice(0, 10);
  const history = await extendHistory(judgement.comparisons, documents, today);
  const files = [...documents].map(([version, document]) => [`${version}.json`, document] as const);
  await writeReleased(new Map<string, unknown>([...files, ['history.json', history]]));
  await clearAcceptedChanges();
  console.log(`Released ${versions.join(' and ')}: commit spec/released and spec/accepted-changes.yaml.`);
});

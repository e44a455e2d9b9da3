import { ContractError, runCommand } from './contract-error.js';
import { count } from './count.js';
import { lintChanged } from './keep/lint-changed.js';
import { readVersions } from './versions.js';

/** Lints the versions named on the command line as far as they have changed since they had no problem. */
await runCommand(async () => {
  const lines = await Promise.all(
    readVersions(process.argv.slice(2)).map(async (version) => {
      const problems = await lintChanged(version);
      return problems.length === 0
        ? []
        : [...problems, `${version}: ${count(problems.length, 'problem')} in the contract.`];
    }),
  );
  if (lines.flat().length > 0) throw new ContractError(lines.flat().join('\n\n'));
});

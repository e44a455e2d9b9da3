import { ContractError, runCommand } from './contract-error.js';
import { count } from './count.js';
import { lintVersion } from './lint-version.js';
import { readVersions } from './versions.js';

/** Lints the versions named on the command line; a warning fails like an error. */
await runCommand(async () => {
  const lines: string[] = [];
  for (const version of readVersions(process.argv.slice(2))) {
    const problems = await lintVersion(version);
    if (problems.length === 0) console.log(`${version}: the contract follows every rule.`);
    else lines.push(...problems, `${version}: ${count(problems.length, 'problem')} in the contract.`);
  }
  if (lines.length > 0) throw new ContractError(lines.join('\n\n'));
});

import { ContractError } from '../../spec/scripts/contract-error.js';
import { count } from '../../spec/scripts/count.js';
import { judgeContract } from '../../spec/scripts/judge-contract.js';
import { bundleChanged } from '../../spec/scripts/keep/bundle-changed.js';
import { readSources, type Source } from '../../spec/scripts/keep/hash-sources.js';
import { lintChanged } from '../../spec/scripts/keep/lint-changed.js';
import { migrateChanged } from '../../spec/scripts/keep/migrate-changed.js';
import { type Version, versions } from '../../spec/scripts/versions.js';
import { findProblems } from '../tests/find-problems.js';

/**
 * Runs every check of the contract, and prints the report if all pass. Redocly lints and bundles in processes of its own
 * while this one works, so one process more would only add its start.
 */
let report = '';
// The checks share one reading, which is older than what any of them reads later.
const sources = new Map<Version, Source[]>();
const bundles = { v3: bundleChanged('v3', read('v3')), v2: bundleChanged('v2', read('v2')) };
const results = await Promise.allSettled([
  judge(),
  ...versions.map(lint),
  migrate(),
  findProblems(process.cwd()).then(refuse),
]);
const reasons = results.map((result) => (result.status === 'rejected' ? result.reason : undefined));
// A bundle that fails, fails everything that reads it.
for (const reason of new Set(reasons)) if (reason !== undefined) explain(reason);
if (process.exitCode === undefined) console.log(report);

async function judge(): Promise<void> {
  report = await judgeContract((version) => bundles[version]);
}

async function migrate(): Promise<void> {
  const bundled = Promise.all(Object.values(bundles));
  // A bundle can fail before the migration waits for it.
  await Promise.all([bundled, migrateChanged(bundled, read)]);
}

function read(version: Version): Source[] {
  const known = sources.get(version) ?? readSources(version);
  sources.set(version, known);
  return known;
}

async function lint(version: Version): Promise<void> {
  const problems = await lintChanged(version, read(version));
  if (problems.length > 0)
    refuse([...problems, `${version}: ${count(problems.length, 'problem')} in the contract.`]);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ContractError(problems.join('\n\n'));
}

function explain(error: unknown): void {
  console.error(error instanceof ContractError ? error.message : error);
  process.exitCode = 1;
}

import { compareCoverage } from './compare-coverage.js';
import { explanations } from './explained.js';
import { compareLeaves } from './leaves/compare-leaves.js';
import { listDeclaredLeaves } from './leaves/declared-leaves.js';
import { listExceptions } from './leaves/exceptions.js';
import { readLeaves } from './leaves/record-leaves.js';
import { renderLeaves } from './leaves/render-leaves.js';
import { listDeclared } from './list-declared.js';
import { readCoverage } from './record-coverage.js';
import { renderCoverage } from './render-coverage.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Pass the folder with the records of the run.');

const statuses = compareCoverage(listDeclared(), readCoverage(folder), explanations);
console.log(renderCoverage(statuses));
report(
  statuses.problems,
  'Test it, or mark the error as impossible (`x-impossible-errors`), which the lint verifies.',
);

const leaves = compareLeaves(listDeclaredLeaves(), readLeaves(folder), listExceptions());
console.log(`\n${renderLeaves(leaves)}`);
report(
  leaves.problems,
  'Test it, or explain in coverage/leaves/exceptions.ts why the service never shows it.',
);

function report(problems: readonly string[], advice: string): void {
  if (problems.length === 0) return;
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(advice);
  process.exitCode = 1;
}

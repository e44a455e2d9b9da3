import { compareCoverage } from './compare-coverage.js';
import { explanations } from './explained.js';
import { listDeclared } from './list-declared.js';
import { readCoverage } from './record-coverage.js';
import { renderCoverage } from './render-coverage.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Pass the folder with the records of the run.');

const result = compareCoverage(listDeclared(), readCoverage(folder), explanations);
console.log(renderCoverage(result));
for (const problem of result.problems) console.log(`✗ ${problem}`);
if (result.problems.length > 0) {
  console.log('Test it, or mark the error as impossible (`x-impossible-errors`), which the lint verifies.');
  process.exitCode = 1;
}

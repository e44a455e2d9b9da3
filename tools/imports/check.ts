import { describeProblems } from './describe-problems.js';
import { findUndeclared } from './find-undeclared.js';
import { findUnusedLayers } from './find-unused-layers.js';
import { readImports } from './read-imports.js';

const root = process.cwd();
const imports = readImports(root);
const problems = [
  ...describeProblems(imports),
  ...findUndeclared(imports, root),
  ...findUnusedLayers(imports),
];
for (const problem of problems) console.error(`${problem}\n`);
if (problems.length > 0) {
  console.error(
    `${problems.length} invalid import(s). docs/decisions/0018-layers-and-imports.md explains the order.`,
  );
  process.exitCode = 1;
}

import { describeProblems } from './describe-problems.js';
import { readImports } from './read-imports.js';

const problems = describeProblems(await readImports(process.cwd()));
for (const problem of problems) console.error(`${problem}\n`);
if (problems.length > 0) {
  console.error(
    `${problems.length} problem(s) of imports. docs/decisions/0018-layers-and-imports.md explains the order.`,
  );
  process.exitCode = 1;
}

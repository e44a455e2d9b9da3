import { findProblems } from './find-problems.js';

const problems = await findProblems(process.cwd());
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

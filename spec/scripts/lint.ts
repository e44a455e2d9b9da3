import { runRedocly } from './redocly.js';
import { readVersions } from './versions.js';

/** Lints the versions named on the command line; a warning fails like an error. */
for (const version of readVersions(process.argv.slice(2))) {
  const { stdout, stderr } = await runRedocly(['lint', version, '--format=json']);
  const report = parseReport(stdout, stderr);
  for (const problem of report.problems) console.error(`${describe(problem)}\n`);
  if (report.problems.length > 0) {
    console.error(`${version}: ${report.problems.length} problems in the contract.`);
    process.exitCode = 1;
  } else {
    console.log(`${version}: the contract follows every rule.`);
  }
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: ReadonlyArray<{
    source: { ref: string };
    pointer: string;
    start: { line: number; col: number };
  }>;
}

function parseReport(stdout: string, stderr: string): { problems: Problem[] } {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`Redocly gave no report. It said: ${stderr}`);
  }
}

function describe({ ruleId, message, location }: Problem): string {
  const [place] = location;
  const where = place ? `${place.source.ref}:${place.start.line}:${place.start.col}  ${place.pointer}` : '';
  return `${where}\n  ${message}  (${ruleId})`;
}

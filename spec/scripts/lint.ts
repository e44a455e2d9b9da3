import { listUnusedFiles } from './list-unused-files.js';
import { runRedocly, specFolder } from './redocly.js';
import { readVersions } from './versions.js';

/** Lints the versions named on the command line; a warning fails like an error. */
for (const version of readVersions(process.argv.slice(2))) {
  const { stdout, stderr } = await runRedocly(['lint', version, '--format=json']);
  const problems = [
    ...parseProblems(stdout, stderr).map(describe),
    ...listUnusedFiles(specFolder, version, [version]).map(
      (file) => `${file}\n  No file refers to this one. Refer to it, or remove it.`,
    ),
  ];
  for (const problem of problems) console.error(`${problem}\n`);
  if (problems.length > 0) {
    console.error(
      `${version}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the contract.`,
    );
    process.exitCode = 1;
  } else {
    console.log(`${version}: the contract follows every rule.`);
  }
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: ReadonlyArray<{
    readonly source: { readonly ref: string };
    readonly pointer: string;
    readonly start: { readonly line: number; readonly col: number };
  }>;
}

function parseProblems(stdout: string, stderr: string): Problem[] {
  try {
    return JSON.parse(stdout).problems;
  } catch {
    throw new Error(`Redocly gave no report. It said: ${stderr}`);
  }
}

function describe({ ruleId, message, location }: Problem): string {
  const [place] = location;
  const where = place ? `${place.source.ref}:${place.start.line}:${place.start.col}  ${place.pointer}` : '';
  return `${where}\n  ${message}  (${ruleId})`;
}

import { listUnusedFiles } from './list-unused-files.js';
import { runRedocly, specFolder } from './redocly.js';
import type { Version } from './versions.js';

/** Returns one text for each problem of a version. */
export async function lintVersion(version: Version): Promise<string[]> {
  const { stdout, stderr } = await runRedocly(['lint', version, '--format=json']);
  const unused = listUnusedFiles(specFolder, version, [version]).map(describeUnused);
  // A file that cannot be parsed is reported once for every reference to it.
  return [...new Set([...parseProblems(stdout, stderr).map(describe), ...unused])];
}

function describeUnused(file: string): string {
  const [, version, name] = /^(v\d)\/paths\/(.+)\.yaml$/.exec(file) ?? [];
  if (name === undefined) return `${file}\n  No file refers to this file. Refer to it, or remove it.`;
  const entry = `/${name.replaceAll('@', '/')}: { $ref: 'paths/${name}.yaml' }`;
  return `${file}\n  The document does not have this path. Add \`${entry}\` to \`paths\` of ${version}/openapi.yaml.`;
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: ReadonlyArray<{
    readonly source: { readonly ref: string };
    readonly pointer?: string;
    readonly start: { readonly line: number; readonly col: number };
  }>;
}

function parseProblems(stdout: string, stderr: string): Problem[] {
  try {
    return JSON.parse(stdout).problems;
  } catch {
    throw new Error(`Redocly wrote no report. Its output: ${stderr}`);
  }
}

function describe({ ruleId, message, location }: Problem): string {
  const [place] = location;
  const where = place
    ? `${place.source.ref}:${place.start.line}:${place.start.col}  ${place.pointer ?? ''}`
    : '';
  return `${where.trim()}\n  ${message}  (${ruleId})`;
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The newest migration of a release, by the name of its tag; undefined when there is no such tag. */
export type FindNewestMigration = (tag: string) => string | undefined;

/**
 * Raises the version of the service as the changesets say, and writes it to the root package and to the Helm chart. Then
 * the migrations of the release that was current until now are those of the previous release. Returns the new version, or
 * undefined when there are no changesets. It must run before `changeset version`, which removes them.
 */
export function versionService(root: string, findNewestMigration: FindNewestMigration): string | undefined {
  const bump = findLargestBump(join(root, '.changeset'));
  if (bump === undefined) return undefined;
  const before = readVersion(root);
  const version = raise(before, bump);
  replace(join(root, 'package.json'), /^( {2}"version": ").*(",?)$/m, `$1${version}$2`);
  const chart = join(root, 'deploy/helm/parley/Chart.yaml');
  replace(chart, /^(version: ).*$/m, `$1${version}`);
  replace(chart, /^(appVersion: ).*$/m, `$1${tagOf(version)}`);
  writePreviousRelease(root, findNewestMigration(tagOf(before)));
  return version;
}

export function readVersion(root: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return version;
}

/** The name of a release, which its tag in Git and its image have. */
export function tagOf(version: string): string {
  return `v${version}`;
}

/** Until the first release there is none, and the file stays as it is. */
export function writePreviousRelease(root: string, newestMigration: string | undefined): void {
  if (newestMigration === undefined) return;
  const file = join(root, 'prisma/migrations/previous-release.json');
  writeFileSync(file, `${JSON.stringify({ newestMigration }, null, 2)}\n`);
}

const bumps = ['patch', 'minor', 'major'] as const;
type Bump = (typeof bumps)[number];

/** A changeset without a package describes a change of the service alone, which is a patch. */
function findLargestBump(folder: string): Bump | undefined {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  if (files.length === 0) return undefined;
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').split(/^---$/m)[1] ?? '');
  return bumps.findLast((bump) => texts.some((text) => text.includes(`: ${bump}`))) ?? 'patch';
}

function raise(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function replace(file: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no line like ${pattern}.`);
  writeFileSync(file, text.replace(pattern, replacement));
}

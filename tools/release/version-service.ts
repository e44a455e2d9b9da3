import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The newest migration of a release, by the name of its tag; undefined when there is no such tag. */
export type FindNewestMigration = (tag: string) => string | undefined;

/**
 * Raises the version of the service as the changesets say, and writes it to the root package and to the Helm chart. Then
 * the migrations of the release that was current until now are those of the previous release, and `release-notes.md` has what
 * concerns operators alone. Returns the new version, or undefined when there are no changesets. It must run before `changeset version`, which removes them.
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
  writeNotes(root);
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
  const changesets = readChangesets(folder);
  if (changesets.length === 0) return undefined;
  return bumps.findLast((bump) => changesets.some(({ heading }) => heading.includes(`: ${bump}`))) ?? 'patch';
}

interface Changeset {
  /** The packages and their bumps. */
  readonly heading: string;
  readonly text: string;
}

function readChangesets(folder: string): Changeset[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.sort().map((name) => {
    const [, heading = '', ...text] = readFileSync(join(folder, name), 'utf8').split(/^---$/m);
    return { heading, text: text.join('---').trim() };
  });
}

/** `changeset version` puts a text into the changelogs of its packages, and drops the text of a changeset without a package. */
function writeNotes(root: string): void {
  const texts = readChangesets(join(root, '.changeset'))
    .filter(({ heading }) => heading.trim() === '')
    .map(({ text }) => `${text}\n`);
  const notes = texts.length > 0 ? texts.join('\n') : 'Nothing in this release concerns operators alone.\n';
  writeFileSync(join(root, 'release-notes.md'), notes);
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

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What the processes of the previous release are built from. */
export interface PreviousRelease {
  readonly ref: string;
  readonly commit: string;
  /** Why this commit was chosen. */
  readonly reason: string;
  /** Its own newest migration, also while `previous-release.json` still names an older release. */
  readonly newestMigration: string;
}

/**
 * Finds the previous release: what `--from` names, or the newest tag of a release before this commit. Without a tag it is
 * the last commit whose migrations are those of the previous release (`prisma/migrations/previous-release.json`).
 */
export async function findPreviousRelease(
  root: string,
  { from, newestReleased }: { from?: string | undefined; newestReleased: string },
): Promise<PreviousRelease> {
  if (from !== undefined) return describe(root, from, 'named by --from');
  const tag = await findNewestTag(root);
  if (tag !== undefined) return describe(root, tag, 'the newest tag of a release');
  const first = await findFirstUnreleased(root, newestReleased);
  const added = await git(
    root,
    'log',
    '--diff-filter=A',
    '--format=%H',
    '--reverse',
    '--',
    migrationOf(first),
  );
  const [commit] = added.split('\n');
  if (!commit)
    throw new Error(`No commit adds ${migrationOf(first)}. Name the previous release with --from.`);
  return describe(root, `${commit}^`, `no tag of a release; the last commit before migration ${first}`);
}

/** The newest migration of a commit. */
async function readNewestMigration(root: string, commit: string): Promise<string> {
  const names = await git(root, 'ls-tree', '-d', '--name-only', commit, 'prisma/migrations/');
  return names.split('\n').sort().at(-1)?.replace('prisma/migrations/', '') ?? '';
}

const migrationOf = (name: string) => `prisma/migrations/${name}/migration.sql`;

async function findNewestTag(root: string): Promise<string | undefined> {
  const options = ['--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-creatordate'];
  const tags = await git(root, 'tag', '--list', ...options, 'v*', '@parley/*');
  return tags.split('\n').find((tag) => tag !== '');
}

async function findFirstUnreleased(root: string, newestReleased: string): Promise<string> {
  const entries = await readdir(join(root, 'prisma', 'migrations'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const first = names.sort().find((name) => name > newestReleased);
  if (first === undefined)
    throw new Error(`There is no migration after ${newestReleased}. Name the previous release with --from.`);
  return first;
}

async function describe(root: string, ref: string, reason: string): Promise<PreviousRelease> {
  const commit = await git(root, 'rev-parse', '--verify', `${ref}^{commit}`);
  return { ref, commit, reason, newestMigration: await readNewestMigration(root, commit) };
}

async function git(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root });
  return stdout.trim();
}

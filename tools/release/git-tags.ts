import { execFileSync } from 'node:child_process';

/** Returns the newest migration of a tag, or undefined when there is no such tag. */
export function findNewestMigration(root: string, tag: string): string | undefined {
  if (!hasTag(root, tag)) return undefined;
  const names = git(root, 'ls-tree', '-d', '--name-only', tag, 'prisma/migrations/');
  return names.split('\n').sort().at(-1)?.replace('prisma/migrations/', '');
}

export function hasTag(root: string, tag: string): boolean {
  return git(root, 'tag', '--list', tag) !== '';
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

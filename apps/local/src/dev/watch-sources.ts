import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const roots = ['spec', 'packages', 'apps', 'prisma'];
const sources = /\.(ts|js|json|yaml|prisma|sql|md|vue|css)$/;
const notSources = new Set([
  'node_modules',
  'dist',
  'generated',
  'bundle',
  'template',
  'test',
  '.turbo',
  'released',
  'cache',
  '.temp',
]);

/** The pages that the build of the documentation writes. */
const generatedPages = new Set([
  'apps/docs/pages/operations',
  'apps/docs/pages/reference/v2',
  'apps/docs/pages/reference/v3',
]);

/**
 * Yields the paths of changed sources when no further changes follow. It polls instead of watching: on Linux, Node's
 * recursive watch loses a file that an editor replaces, and polling some hundred files takes a few milliseconds.
 */
export async function watchSources(root = '.'): Promise<AsyncGenerator<readonly string[]>> {
  // The snapshot is taken before the first poll, so that earlier changes are noticed too.
  return watchFrom(await takeSnapshot(root), root);
}

async function* watchFrom(first: Snapshot, root: string): AsyncGenerator<readonly string[]> {
  let known = first;
  for (;;) {
    await delay(intervalMs);
    let current = await takeSnapshot(root);
    const changed = new Set<string>();
    for (let more = compare(known, current); more.length > 0; ) {
      for (const path of more) changed.add(path);
      await delay(settlingMs);
      const later = await takeSnapshot(root);
      more = compare(current, later);
      current = later;
    }
    known = current;
    if (changed.size > 0) yield [...changed].toSorted();
  }
}

const intervalMs = 250;
const settlingMs = 50;

/** The modification time of each source, by path. */
type Snapshot = ReadonlyMap<string, number>;

function compare(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

async function takeSnapshot(root: string): Promise<Snapshot> {
  const snapshot = new Map<string, number>();
  const isSource = (path: string) => !generatedPages.has(relative(root, path));
  await Promise.all(roots.map((folder) => collect(join(root, folder), isSource, snapshot)));
  return snapshot;
}

async function collect(
  folder: string,
  isSource: (path: string) => boolean,
  snapshot: Map<string, number>,
): Promise<void> {
  // A folder or file can be deleted while it is read.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !notSources.has(entry.name) && isSource(path))
        await collect(path, isSource, snapshot);
      if (!entry.isFile() || !sources.test(entry.name)) return;
      const facts = await stat(path).catch(() => undefined);
      if (facts) snapshot.set(path, facts.mtimeMs);
    }),
  );
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const roots = ['spec', 'packages', 'apps', 'prisma'];
const sources = /\.(ts|js|json|yaml|prisma|sql)$/;
const notSources = new Set(['node_modules', 'dist', 'generated', 'test', '.turbo', 'released']);

/**
 * The path of a changed source, once the changes have settled. Asks again and again instead of listening: Node's
 * recursive watch on Linux loses a file that an editor replaces, and some hundred files cost a few milliseconds.
 */
export async function* watchSources(): AsyncGenerator<string> {
  let known = await takeSnapshot();
  for (;;) {
    const changed = await findChange(known);
    if (changed === undefined) continue;
    do known = await takeSnapshot();
    while ((await findChange(known)) !== undefined);
    yield changed;
  }
}

const intervalMs = 300;

/** When each source was last changed, by its path. */
type Snapshot = ReadonlyMap<string, number>;

async function findChange(before: Snapshot): Promise<string | undefined> {
  await delay(intervalMs);
  const after = await takeSnapshot();
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].find((path) => before.get(path) !== after.get(path));
}

async function takeSnapshot(): Promise<Snapshot> {
  const snapshot = new Map<string, number>();
  await Promise.all(roots.map((root) => collect(root, snapshot)));
  return snapshot;
}

async function collect(folder: string, snapshot: Map<string, number>): Promise<void> {
  // A folder or file may go while it is looked at.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !notSources.has(entry.name)) await collect(path, snapshot);
      if (!entry.isFile() || !sources.test(entry.name)) return;
      const facts = await stat(path).catch(() => undefined);
      if (facts) snapshot.set(path, facts.mtimeMs);
    }),
  );
}

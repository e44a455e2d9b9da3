import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const folders = ['spec', 'packages', 'apps', 'prisma'];
const sources = /\.(ts|js|json|yaml|prisma|sql)$/;
const notSources = /(^|\/)(node_modules|dist|generated|test|\.turbo)(\/|$)|~$/;

/** An editor writes several files at once, and some write a file twice. */
const quietMs = 150;

/** The path of the last of a burst of changes in the sources, burst by burst. */
export async function* watchSources(): AsyncGenerator<string> {
  let changed: string | undefined;
  let wake = () => {};
  for (const folder of folders) {
    follow(folder, (path) => {
      changed = path;
      wake();
    });
  }
  for (;;) {
    if (changed === undefined) await new Promise<void>((resolve) => (wake = resolve));
    let seen: string | undefined;
    while (seen !== changed) {
      seen = changed;
      await delay(quietMs);
    }
    changed = undefined;
    if (seen !== undefined) yield seen;
  }
}

async function follow(folder: string, onChange: (path: string) => void): Promise<void> {
  for await (const { filename } of watch(folder, { recursive: true })) {
    if (filename && sources.test(filename) && !notSources.test(filename)) onChange(join(folder, filename));
  }
}

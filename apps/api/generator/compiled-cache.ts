import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RequestSource } from './request-source.js';

/** Returns what was compiled from the same input before, or compiles it. */
export type Remember = (input: unknown, compile: () => RequestSource) => RequestSource;

/**
 * Keeps compiled checks between two runs, since an edit of the contract changes few operations and the compilation takes most of
 * the time. The input of an operation is everything that it is compiled from, and `code` identifies the compiler itself.
 */
export async function openCompiledCache(
  file: string,
  code: string,
): Promise<{ readonly remember: Remember; readonly save: () => Promise<void> }> {
  const known = await readKnown(file);
  const used: Record<string, RequestSource> = {};
  return {
    remember(input, compile) {
      const key = createHash('sha256').update(code).update(JSON.stringify(input)).digest('hex');
      const source = known[key] ?? compile();
      used[key] = source;
      return source;
    },
    // What this run did not use belongs to an older contract.
    async save() {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(used));
    },
  };
}

async function readKnown(file: string): Promise<Readonly<Record<string, RequestSource>>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // The first run has no file, and a run that was ended may have left half of one.
    return {};
  }
}

/** Hashes files and folders by their paths below `root`, with everything in them except what is generated. */
export async function hashFiles(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const entries = /\.\w+$/.test(path)
      ? ['']
      : await readdir(join(root, path), { recursive: true, withFileTypes: true }).then((found) =>
          found
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(join(root, path).length + 1))
            .filter((name) => !name.startsWith('generated/'))
            .sort(),
        );
    for (const entry of entries) {
      const file = join(path, entry);
      hash.update(`\n${file}\n`).update(await readFile(join(root, file)));
    }
  }
  return hash.digest('hex');
}

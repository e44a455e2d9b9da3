import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { specFolder } from '../scripts/redocly.js';

export interface SpecCopy {
  readonly folder: string;
  /** Replaces a passage that must be there, so that a test cannot silently change nothing. */
  edit(file: string, from: string, to: string): Promise<void>;
  remove(): Promise<void>;
}

/** The real documents and rules in a folder of their own, for a test to spoil. */
export async function copySpec(): Promise<SpecCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-spec-'));
  const parts = ['v3', 'v2', 'shared', 'rules', 'redocly.yaml', 'redocly.diff.yaml', 'package.json'];
  await Promise.all(parts.map((part) => cp(join(specFolder, part), join(folder, part), { recursive: true })));
  await symlink(join(specFolder, '../node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    async edit(file, from, to) {
      const text = await readFile(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
      await writeFile(join(folder, file), text.replace(from, to));
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

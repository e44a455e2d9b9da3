import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { parse, stringify } from 'yaml';
import { specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';
import type { EditableDocument } from './compare-edited.js';

export interface SpecCopy {
  readonly folder: string;
  /** Changes one YAML file of the copy. */
  edit(file: string, change: (content: EditableDocument) => void): Promise<void>;
}

type Folder = 'v3' | 'v2' | 'shared' | 'rules' | 'decorators';

/** What Redocly reads to lint or to bundle a version. */
export function sourcesOf(version: Version): Folder[] {
  return [version, 'shared', 'rules', 'decorators'];
}

/** Creates a copy of some of the real sources in a separate folder, which a test can edit. */
export async function copySpec(...folders: readonly Folder[]): Promise<SpecCopy> {
  const folder = makeTestFolder('spec');
  const files = ['redocly.yaml', 'redocly.bundle.yaml', 'redocly.diff.yaml', 'package.json'];
  await Promise.all(
    [...folders, ...files].map((part) => cp(join(specFolder, part), join(folder, part), { recursive: true })),
  );
  // The copy has no history, so an acceptance of the real contract would match no change there.
  const accepted = await readFile(join(specFolder, 'accepted-changes.yaml'), 'utf8');
  const comment = accepted.split('\n').filter((line) => line.startsWith('#'));
  await writeFile(join(folder, 'accepted-changes.yaml'), `${comment.join('\n')}\n[]\n`);
  await symlink(join(specFolder, '../node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    async edit(file, change) {
      const content: EditableDocument = parse(await readFile(join(folder, file), 'utf8'));
      const before = stringify(content);
      change(content);
      // A test whose edit changes nothing would pass for the wrong reason.
      if (stringify(content) === before) throw new Error(`The edit of ${file} changed nothing.`);
      await writeFile(join(folder, file), stringify(content));
    },
  };
}

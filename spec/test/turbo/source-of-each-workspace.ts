import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './copy-for-turbo.js';
import type { KindOfInput } from './kinds-of-inputs.js';

/** The tasks that read the sources of other workspaces. */
const otherReaders: Readonly<Record<string, readonly string[]>> = {
  '@parley/channels': ['@parley/docs#generate'],
  '@parley/client': ['@parley/docs#generate'],
  '@parley/contract': ['@parley/api#generate', '@parley/client#generate', '@parley/docs#generate'],
  '@parley/validation': ['@parley/api#generate', '@parley/docs#generate'],
};

/** Every workspace with sources: a build reads them, and so do the checks of our own code. */
export function sourceOfEachWorkspace(): KindOfInput[] {
  const folders = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(repository, group)).map((name) => `${group}/${name}`),
  );
  return folders
    .filter((folder) => existsSync(join(repository, folder, 'src')))
    .map((folder) => {
      const manifest: { name: string; scripts?: { build?: string } } = JSON.parse(
        readFileSync(join(repository, folder, 'package.json'), 'utf8'),
      );
      const { name, scripts } = manifest;
      return {
        kind: `source of ${folder}`,
        file: `${folder}/src/new-source.ts`,
        tasks: [
          ...(scripts?.build === undefined ? [] : [`${name}#build`]),
          ...(otherReaders[name] ?? []),
          '//#lint',
          '//#typecheck',
        ],
      };
    });
}

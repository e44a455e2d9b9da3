import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { listUnusedFiles } from '../scripts/list-unused-files.js';
import { specFolder } from '../scripts/redocly.js';
import { versions } from '../scripts/versions.js';
import { copySpec } from './copy-spec.js';

describe('files of the contract', () => {
  const copy = useResource(() => copySpec('v3', 'v2', 'shared'));

  it.each(['v3', 'v2', 'shared'])('are all used, in %s', (folder) => {
    expect(listUnusedFiles(specFolder, folder, versions)).toEqual([]);
  });

  it('are named if nothing refers to them', async () => {
    await writeFile(join(copy.folder, 'v3/components/schemas/Forgotten.yaml'), 'type: string\n');
    expect(listUnusedFiles(copy.folder, 'v3', versions)).toEqual(['v3/components/schemas/Forgotten.yaml']);
  });

  it('are named if a path is missing in the index', async () => {
    await copy.edit('v2/openapi.yaml', ({ paths }) => delete paths['/attributes']);
    expect(listUnusedFiles(copy.folder, 'v2', versions)).toContain('v2/paths/attributes.yaml');
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { bundleDocument } from '../scripts/bundle-document.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, sourcesOf } from './copy-spec.js';

allowForTools();

describe('bundling', () => {
  const copy = useResource(() => copySpec(...sourcesOf('v3')));

  it('refuses two components with the same name, since one of them would be renamed in every client', async () => {
    await mkdir(join(copy.folder, 'v3/other'));
    await writeFile(join(copy.folder, 'v3/other/ChatStatus.yaml'), 'type: string\nenum: [other]\n');
    await copy.edit('v3/components/schemas/ChatStatusChange.yaml', ({ properties }) => {
      properties.other = { $ref: '../../other/ChatStatus.yaml' };
    });
    await expect(bundleDocument('v3', copy.folder)).rejects.toThrow('ChatStatus');
  });
});

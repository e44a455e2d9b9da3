import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { checkSource } from '../scripts/check-source.js';

let folder: string;
let module: string;

beforeEach(async () => {
  folder = makeTestFolder('source');
  module = join(folder, 'moved.js');
  await writeFile(`${module}.map`, JSON.stringify({ version: 3, sources: ['./moved.ts'], mappings: '' }));
});

test('a module with its source may be packed', async () => {
  await writeFile(join(folder, 'moved.ts'), '');
  await expect(checkSource(module)).resolves.toBeUndefined();
});

test('a module whose source was moved is refused, and the error names both', async () => {
  await expect(checkSource(module)).rejects.toThrow(
    `${module} was built from ${join(folder, 'moved.ts')}, which is gone.`,
  );
});

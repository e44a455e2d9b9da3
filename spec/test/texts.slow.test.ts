import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy, sourcesOf } from './copy-spec.js';
import { runScript } from './run-script.js';
import { itHasOneTextRule } from './spoil-texts.js';

allowForTools();

describe('after a run without problems', () => {
  let copy: SpecCopy;
  beforeEach(async () => {
    copy = await copySpec(...sourcesOf('v2'));
  });

  const check = () => runScript(copy, 'check-rules', 'v2');
  const readKept = () => readFile(join(copy.folder, '.turbo/lint-v2.json'), 'utf8');

  it('a text is still checked, and the structure too as soon as it changes', async () => {
    await expect(check()).resolves.toMatchObject({ exitCode: 0, stderr: '' });
    const kept = await readKept();
    await copy.edit('v2/paths/attributes.yaml', ({ get }) => {
      get.description = 'Gives the answer.';
    });
    const text = await check();
    expect(text.stderr).toMatch(
      /^v2\/paths\/attributes\.yaml:\d+:\d+\n {2}This description says "answer".*\(parley\/description-is-plain\)$/m,
    );
    expect(text.exitCode).toBe(1);
    await copy.edit('v2/paths/attributes.yaml', ({ get }) => {
      get.description = 'Returns all attributes.';
      get.tags = ['Nowhere'];
    });
    const structure = await check();
    expect(structure.stderr).toContain('(operation-tag-defined)');
    expect(structure.exitCode).toBe(1);
    await expect(readKept()).resolves.toBe(kept);
  });
});

/** `texts.long.test.ts` spoils v3, which has ten times as many texts. */
itHasOneTextRule('v2');

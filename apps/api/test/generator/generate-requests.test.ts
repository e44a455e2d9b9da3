import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { hashInput } from '../../generator/generate-requests.js';
import { isSameRun, keepRun } from '../../generator/kept-run.js';

describe('the checks of requests are generated again', () => {
  const text = JSON.stringify(v3Document);
  const hashOf = (document: string, code = 'code') =>
    hashInput(
      {
        v3: { document: JSON.parse(document), operations: Object.values(v3.operations) },
        v2: { document: v2Document, operations: Object.values(v2.operations) },
      },
      code,
    );

  it('not after a change of texts for people, of an example or of a response', () => {
    const edited = text
      .replaceAll('"description":"', '"description":"Edited. ')
      .replaceAll('"summary":"', '"summary":"A ');
    expect(edited).not.toBe(text);
    expect(hashOf(edited)).toBe(hashOf(text));
    const { FilePublicUrl } = v3Document.components?.schemas ?? {};
    const other = text.replace(
      JSON.stringify(FilePublicUrl),
      '{"type":"object","properties":{"other":{"type":"string"}}}',
    );
    expect(other).not.toBe(text);
    expect(hashOf(other)).toBe(hashOf(text));
  });

  it.each([
    ['limit', '"maxLength":', '"maxLength":1'],
    ['default', '"default":false', '"default":true'],
    ['property', '"labelId":', '"labelName":'],
  ])('after a change of a %s in a request', (_, before, after) => {
    expect(hashOf(text.replaceAll(before, after))).not.toBe(hashOf(text));
  });

  it('after a change of the compiler', () => {
    expect(hashOf(text, 'other code')).not.toBe(hashOf(text));
  });
});

describe('a run is the same as the last one', () => {
  let folder: string;
  beforeEach(async () => {
    folder = makeTestFolder('run');
  });

  it('with the same input, as long as its output was neither changed nor deleted', async () => {
    const [file, output] = ['.turbo/run.json', 'output.ts'].map((name) => pathToFileURL(join(folder, name)));
    if (!file || !output) throw new Error('Both files have a URL.');
    await writeFile(output, 'written');
    expect(await isSameRun(file, 'input', [output])).toBe(false);
    await keepRun(file, 'input', [output]);
    expect(await isSameRun(file, 'input', [output])).toBe(true);
    expect(await isSameRun(file, 'another input', [output])).toBe(false);
    await writeFile(output, 'changed');
    expect(await isSameRun(file, 'input', [output])).toBe(false);
    await rm(output);
    expect(await isSameRun(file, 'input', [output])).toBe(false);
    await writeFile(file, '{"input":');
    expect(await isSameRun(file, 'input', [output])).toBe(false);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { maskTexts } from '../scripts/keep/mask-texts.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy, sourcesOf } from './copy-spec.js';
import { runScript } from './run-script.js';
import { itHasOneTextRule } from './spoil-texts.js';

allowForTools();

describe('sources that differ only in texts are the same', () => {
  const source = 'type: object\ndescription: A chat.\nproperties:\n  description:\n    type: string\n';

  it.each([
    ['another description', source.replace('A chat.', 'A conversation.')],
    ['a comment', `# A comment.\n${source}`],
  ])('%s', (_, other) => {
    expect(maskTexts(other)).toBe(maskTexts(source));
  });

  it.each([
    ['an empty description', source.replace('A chat.', "''")],
    ['no description', source.replace('description: A chat.\n', '')],
    ['a description that is not a text', source.replace('A chat.', '1')],
    ['a property named description', source.replace('  description:', '  summary:')],
    ['an example', `${source}example:\n  description: Hello.\n`],
    ['another type', source.replace('string', 'number')],
    ['invalid YAML', `${source}\t- : [`],
  ])('but not with %s', (_, other) => {
    expect(maskTexts(other)).not.toBe(maskTexts(source));
  });

  it('but not with another value of a parameter of a link', () => {
    const first = 'operationId: getChat\nparameters:\n  description: $response.body#/a\n';
    expect(maskTexts(first)).not.toBe(maskTexts(first.replace('/a', '/b')));
  });

  it('also in the parameters and the body of an operation', () => {
    const first =
      'operationId: getChat\nparameters: [{ description: An id. }]\nrequestBody: { description: A chat. }\nresponses: {}\n';
    expect(maskTexts(first)).toBe(maskTexts(first.replace('An id', 'The id').replace('A chat', 'The chat')));
  });

  it('but not with another value in an example', () => {
    const first = 'example:\n  description: Hello.\n';
    expect(maskTexts(first)).not.toBe(maskTexts(first.replace('Hello', 'Bye')));
  });
});

describe('after a run without problems', () => {
  let copy: SpecCopy;
  beforeEach(async () => {
    copy = await copySpec(...sourcesOf('v2'));
  });
  afterEach(() => copy.remove());

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

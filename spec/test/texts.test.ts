import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { maskTexts, replaceTexts } from '../scripts/keep/mask-texts.js';
import { runRedocly, specFolder } from '../scripts/redocly.js';
import { versions } from '../scripts/versions.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy } from './copy-spec.js';
import { runScript } from './run-script.js';

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

  it('but not with another value in an example', () => {
    const first = 'example:\n  description: Hello.\n';
    expect(maskTexts(first)).not.toBe(maskTexts(first.replace('Hello', 'Bye')));
  });
});

describe('after a run without problems', () => {
  let copy: SpecCopy;
  beforeEach(async () => {
    copy = await copySpec();
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
    expect(text.stderr).toContain('This description says "answer"');
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

/** Otherwise `npm run contract` would not notice a bad text, because it skips the other rules if only texts have changed. */
it.each(versions)('each rule that reads a text is in redocly.texts.yaml: %s', async (version) => {
  const copy = await copySpec();
  try {
    await spoilTexts(join(copy.folder, version));
    const lint = ['lint', version, '--format=json', '--max-problems=10000'] as const;
    const { stdout } = await runRedocly(lint, copy.folder);
    const { problems }: { problems: ReadonlyArray<{ ruleId: string }> } = JSON.parse(stdout);
    const found = [...new Set(problems.map(({ ruleId }) => ruleId))];
    const listed = Object.keys(parse(readFileSync(join(specFolder, 'redocly.texts.yaml'), 'utf8')).rules);
    expect(found).toContain('parley/description-is-plain');
    expect(found.filter((rule) => !listed.includes(rule))).toEqual([]);
  } finally {
    await copy.remove();
  }
});

/** Replaces each text by one that is far from what a text should be. */
async function spoilTexts(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const sources = files.filter((file) => file.endsWith('.yaml') && !file.includes('/examples/'));
  for (const file of sources.map((name) => join(folder, name))) {
    const spoilt = replaceTexts(parse(await readFile(file, 'utf8')), spoiltText);
    await writeFile(file, stringify(spoilt));
  }
}

const spoiltText = '# <b>the answer</b>\n\none. two. three. four. five. `{}` [](http://example.com)';

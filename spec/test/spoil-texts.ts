import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { readSources } from '../scripts/keep/hash-sources.js';
import { lintTexts } from '../scripts/keep/lint-texts.js';
import { replaceTexts } from '../scripts/keep/mask-texts.js';
import { runRedocly } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';
import { copySpec, sourcesOf } from './copy-spec.js';

/** `npm run contract` checks only this rule if only texts have changed, so a second one would not notice a bad text. */
export function itHasOneTextRule(version: Version): void {
  it(`only one rule reads the texts of ${version}, and its problems are found without Redocly too`, async () => {
    const copy = await copySpec(...sourcesOf(version));
    await spoilTexts(join(copy.folder, version));
    const lint = ['lint', version, '--format=json', '--max-problems=10000'] as const;
    const { stdout } = await runRedocly(lint, copy.folder);
    const { problems }: { problems: ReadonlyArray<Problem> } = JSON.parse(stdout);
    expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(new Set(['parley/description-is-plain']));
    const places = problems.flatMap(({ location }) => location.map(({ source }) => source.ref));
    expect(filesWithProblems(version, copy.folder)).toEqual(expect.arrayContaining([...new Set(places)]));
    expect(filesWithProblems(version)).toEqual([]);
  });
}

interface Problem {
  readonly ruleId: string;
  readonly location: ReadonlyArray<{ readonly source: { readonly ref: string } }>;
}

function filesWithProblems(version: Version, folder?: string): string[] {
  const sources = readSources(version, folder).filter(({ file }) => file.startsWith(`${version}/`));
  return sources.filter((source) => lintTexts(source).length > 0).map(({ file }) => file);
}

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

import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { replaceTexts } from '../scripts/keep/mask-texts.js';
import { runRedocly, specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';
import { copySpec, sourcesOf } from './copy-spec.js';

/** Otherwise `npm run contract` would not notice a bad text, because it skips the other rules if only texts have changed. */
export function itListsEachTextRule(version: Version): void {
  it(`each rule that reads a text of ${version} is in redocly.texts.yaml`, async () => {
    const copy = await copySpec(...sourcesOf(version));
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

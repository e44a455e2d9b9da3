import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contractVersions, listEntries } from '../generator/list-entries.js';
import { describeReference, unescapeText } from './support/describe-reference.js';
import { folder } from './support/read-files.js';

const dist = folder('dist');
const read = (link: string) => readFileSync(join(dist, `${link.slice(1)}.html`), 'utf8');

// What a browser shows without running scripts.
describeReference({
  pageOf: read,
  textOf: (link) => unescapeText(read(link).replaceAll(/<[^>]+>/g, '')),
  linkTo: (link, anchor = '') => `href="/docs${link}${anchor}"`,
});

/** The bytes of a file as the service sends it: compressed, if there is a compressed copy. */
function sizeOf(path: string): number {
  const file = join(dist, path);
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

/** The files that the head of a page loads: styles, scripts and what they import, without the font, which is shown later. */
function listLoaded(html: string): string[] {
  const tags = [...html.matchAll(/<(?:script|link)[^>]*>/g)].map(([tag]) => tag);
  return tags
    .filter((tag) => /<script|rel="(?:preload )?stylesheet"|rel="modulepreload"/.test(tag))
    .map((tag) => /(?:src|href)="\/docs\/([^"]+)"/.exec(tag)?.[1] ?? '');
}

describe('the page of an operation', () => {
  /** The bytes that the reference of v3 loaded while it was one page: 1,231 kB, of which its renderer was 994 kB. */
  const bytesOfOnePage = 1_231_000;

  it.each(listEntries(contractVersions.v3).map(({ link }) => link))(
    '%s loads less than a tenth of the single page',
    (link) => {
      const loaded = listLoaded(read(link));
      expect(loaded.length).toBeGreaterThan(4);
      expect(loaded).not.toContain('scalar.js');
      const bytes = [`${link.slice(1)}.html`, ...loaded].reduce((sum, path) => sum + sizeOf(path), 0);
      expect(bytes).toBeLessThan(bytesOfOnePage / 10);
    },
  );
});

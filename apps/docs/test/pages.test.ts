import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { tagSlug } from '../generator/anchors.js';
import { contractVersions, listEntries, listEvents } from '../generator/list-entries.js';

const folder = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Returns the pages by their paths below the folder. */
async function readFiles(root: string, ending: string): Promise<Array<[name: string, text: string]>> {
  if (!existsSync(root)) throw new Error('The site is not built yet: run npm run site first.');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => {
      const path = join(file.parentPath, file.name);
      return [relative(root, path), await readFile(path, 'utf8')];
    }),
  );
}

const sources = await readFiles(folder('pages'), '.md');
const readmes = await Promise.all(
  ['packages/client/README.md', 'packages/cli/README.md', 'README.md'].map(
    async (name): Promise<[string, string]> => [
      name,
      await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'),
    ],
  ),
);
const built = await readFiles(folder('dist'), '.html');

describe('the sources of the pages', () => {
  it.each(sources)('%s includes code only from files that are run by tests', (name, text) => {
    const fences = [...text.matchAll(/^```(\w+)/gm)].map(([, language]) => language);
    // The commands of the quick start are read from the page and run.
    expect(fences.filter((language) => !(name === 'guides/quick-start.md' && language === 'sh'))).toEqual([]);
  });

  it.each(sources)('%s includes only files that exist', async (_, text) => {
    const included = [...text.matchAll(/^<<< @\/(\S+)/gm)].map(([, path = '']) =>
      join(folder('pages'), path),
    );
    expect(included.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each([...sources.filter(([name]) => !name.startsWith('operations/')), ...readmes])(
    '%s says workspace, and tenant only in names',
    (_, text) => {
      const prose = text.replaceAll(/`[^`]*`/g, '').replaceAll(/^```[\s\S]*?^```$/gm, '');
      expect(prose).not.toMatch(/\btenants?\b/i);
    },
  );

  it('show every example', async () => {
    const names = await readdir(folder('examples'), { recursive: true, withFileTypes: true });
    const all = sources.map(([, text]) => text).join('\n');
    const unused = names.filter((entry) => entry.isFile() && !all.includes(`/${entry.name}`));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });
});

describe('the built pages', () => {
  it('are as many as their sources, and one for unknown paths', () => {
    expect(built.map(([name]) => name).toSorted()).toEqual(
      ['404.html', ...sources.map(([name]) => name.replace(/\.md$/, '.html'))].toSorted(),
    );
  });

  it.each(built)(
    '%s has no inline script, style or handler, and loads nothing from other hosts',
    (_, html) => {
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
      expect(html).not.toMatch(/<style|\sstyle="|\son\w+="/);
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]+)"/g)].map(
        ([, url]) => url,
      );
      expect(loaded.filter((url) => !url?.startsWith('/docs/'))).toEqual([]);
    },
  );

  it.each(built)('%s links to pages, sections and operations that exist', (name, html) => {
    const page = new URL(addressOf(name), 'http://site');
    const links = [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => new URL(href, page));
    const wrong = links.filter(({ origin, pathname, hash }) => {
      const anchor = decodeURIComponent(hash.slice(1));
      return origin === page.origin && !(anchors.get(pathname)?.has(anchor) ?? isFile(pathname));
    });
    expect(wrong.map(String)).toEqual([]);
  });
});

/** The valid anchors of each page; every page is valid without an anchor. */
const anchors = new Map(
  built.map(([name, html]) => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
    const version = /^reference\/try\/(v\d)\.html$/.exec(name)?.[1];
    return [addressOf(name), new Set(['', ...ids, ...listReferenceAnchors(version)])];
  }),
);

/** The pages that send requests are rendered in the browser: their anchors are tags, operations and events. */
function listReferenceAnchors(name: string | undefined): string[] {
  const version = Object.values(contractVersions).find((one) => one.name === name);
  if (!version) return [];
  const places = [...listEntries(version), ...listEvents(version)].map(({ anchor }) => anchor);
  return [...places, ...version.document.tags.map((tag) => `tag/${tagSlug(tag.name)}`)];
}

function addressOf(name: string): string {
  return `/docs/${name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
}

function isFile(pathname: string): boolean {
  return /\.\w+$/.test(pathname) && existsSync(join(folder('dist'), pathname.replace('/docs/', '')));
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tagSlug } from '../generator/anchors.js';
import { contractVersions, listEntries, listEvents } from '../generator/list-entries.js';
import { folder, readFiles } from './support/read-files.js';

const sources = await readFiles(folder('pages'), '.md');
const built = await readFiles(folder('dist'), '.html');
const pages = new Map(built);

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

  it.each(built.map(([name]) => name).filter((name) => name !== '404.html'))(
    '%s names its text in its head',
    (name) => {
      const text = name.replace(/\.html$/, '.md');
      const html = pages.get(name);
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="/docs/${text}">`);
      expect(existsSync(join(folder('dist'), text))).toBe(true);
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

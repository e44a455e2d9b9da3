import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { renderPage } from '../generator/markdown-pages/render-page.js';
import { folder, readFiles } from './support/read-files.js';

const site = folder('generated/site');
const texts = await readFiles(site, '.md');
const read = (name: string) => readFile(join(site, name), 'utf8');

/** Returns the local targets of the links outside of code. */
function listLinks(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((\/[^)#\s]*)/g)].map(([, path = '']) => path);
}

const exists = (path: string) => path.startsWith('/docs/') && existsSync(join(site, path.slice(6)));

describe('the pages in Markdown', () => {
  it.each(texts)('%s has a title and text, without parts that only a browser understands', (_, text) => {
    expect(text).toMatch(/^# \S/m);
    expect(text.length).toBeGreaterThan(100);
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
    expect(prose).not.toMatch(/<!--@include|^<<<|^:::|\[\[\w+\]\]|<[A-Z]\w+|v-pre|^layout:/m);
  });

  it.each(texts)('%s links only to files that exist', (_, text) => {
    expect(listLinks(text).filter((path) => !exists(path))).toEqual([]);
  });

  it('show the code and the tables that a page includes', async () => {
    expect(await read('guides/errors.md')).toContain('| `invalid_body_params` |');
    expect(await read('guides/webhooks.md')).toContain('```ts\nimport ');
  });

  it('link a page, a section and an operation by its path in Markdown', () => {
    const operation = {
      version: 'v3',
      operationId: 'getChat',
      method: 'get',
      fullPath: '/v3/chats/{chatId}',
    } as const;
    const text =
      '# A\n\n[b](b#c) [d](/d/) [e](../e.json) [f](https://f.example/) [[getChat]]\n\n::: tip T\nU\n:::\n\n```sh\n[b](b)\n```\n';
    const options = { base: '/x/', operations: [{ ...operation, link: '/r#o' }], components: {} };
    expect(renderPage({ path: 'guides/a.md', title: 'A', settings: {}, text }, options)).toBe(
      '# A\n\n[b](/x/guides/b.md#c) [d](/x/d/index.md) [e](/x/e.json) [f](https://f.example/) ' +
        '[`GET /v3/chats/{chatId}`](/x/r.md#o)\n\n**T**\nU\n\n```sh\n[b](b)\n```\n',
    );
  });
});

describe('llms.txt', () => {
  it('has the form of llmstxt.org, and links to all pages of the navigation and to the documents', async () => {
    const text = await read('llms.txt');
    expect(text).toMatch(/^# Parley\n\n> \S.*\n\n## /);
    const links = listLinks(text);
    expect(links.filter((path) => !exists(path))).toEqual([]);
    expect(links).toEqual(
      expect.arrayContaining([
        '/docs/openapi/v3.json',
        '/docs/postman/v3.json',
        '/docs/llms-full.txt',
        '/docs/guides/errors.md',
        '/docs/reference/v3.md',
        '/docs/operations/index.md',
        '/docs/changelog.md',
      ]),
    );
    expect(text).toContain('[Errors](/docs/guides/errors.md): Every error has an HTTP status');
  });

  it('the full text contains the guides', async () => {
    const text = await read('llms-full.txt');
    for (const [name, guide] of texts) if (name.startsWith('guides/')) expect(text).toContain(guide.trim());
  });
});

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { contractVersions, listEntries, listEvents } from '../generator/list-entries.js';
import { isObject, readObject } from '../generator/read-node.js';
import { describeType } from '../generator/reference/describe-type.js';
import { escapeProse } from '../generator/reference/escape-prose.js';
import { renderFields } from '../generator/reference/render-fields.js';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const { v3, v2 } = contractVersions;
const read = (link: string) => readFileSync(join(dist, `${link.slice(1)}.html`), 'utf8');

/** The text of a page that a browser shows without running its scripts. */
function readText(link: string): string {
  return read(link)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

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
  const entries = [...listEntries(v3), ...listEntries(v2)];

  it.each(entries.map((entry) => [entry.link, entry] as const))(
    '%s has its text without scripts',
    (link, entry) => {
      const { document } = contractVersions[entry.version];
      const text = readText(link);
      const item = document.paths[entry.path];
      const operation = item?.[entry.method];
      const parameters = [...(item?.parameters ?? []), ...(operation?.parameters ?? [])];
      const { content } = readObject(document, operation?.requestBody);
      const [body] = Object.values(readObject(document, content));
      const schema = readObject(document, readObject(document, body).schema);
      for (const part of [
        entry.summary,
        `${entry.method.toUpperCase()} ${entry.fullPath}`,
        entry.operationId,
        ...entry.scopes,
        ...entry.failures.map(({ messageKey }) => messageKey),
        ...parameters.map((parameter) => String(readObject(document, parameter).name)),
        ...Object.keys(isObject(schema.properties) ? schema.properties : {}),
        entry.operationId === 'streamEvents' ? '@parley/client/stream' : '@parley/client',
        'curl ',
      ]) {
        expect(text).toContain(part);
      }
      expect(read(link).includes('#extensions"')).toBe(entry.extension);
    },
  );

  it.each([...listEvents(v3), ...listEvents(v2)].map((event) => [event.link, event] as const))(
    '%s has the text of its event without scripts',
    (link, { name, summary }) => {
      const text = readText(link);
      for (const part of [summary, name, 'createdAt', '"event":']) expect(text).toContain(part);
    },
  );

  it('shows the client before other samples', () => {
    const html = read('/reference/v3/sendMessage');
    expect(html.indexOf('@parley/client')).toBeLessThan(html.indexOf('curl'));
  });

  /** The bytes that the reference of v3 loaded while it was one page: 1,231 kB, of which its renderer was 994 kB. */
  const bytesOfOnePage = 1_231_000;

  it.each(listEntries(v3).map(({ link }) => link))(
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

describe('the index of a version', () => {
  it.each([v3, v2])('links to every operation and event', (version) => {
    const html = read(`/reference/${version.name}`);
    for (const { link } of [...listEntries(version), ...listEvents(version)]) {
      expect(html).toContain(`href="/docs${link}"`);
    }
  });

  it('explains what an extension is', () => {
    expect(readText('/reference/v3')).toContain('marked as an Extension');
  });
});

describe('the fields of a schema', () => {
  const { document } = v3;

  it('have their types with bounds, and choices', () => {
    expect(describeType(document, { type: ['string', 'null'], maxLength: 2000 })).toBe(
      'string or null, at most 2,000 characters',
    );
    expect(describeType(document, { type: 'array', items: { type: 'object' }, maxItems: 3 })).toBe(
      'list of objects, at most 3 items',
    );
    expect(describeType(document, { type: 'string', enum: ['a', 'b'], default: 'a' })).toBe(
      'one of `a`, `b`, default `"a"`',
    );
  });

  it('of a schema that contains itself end', () => {
    const schema = readObject(document, { $ref: '#/components/schemas/AutomationCreate' });
    const text = renderFields(document, schema);
    expect(text).toContain('- The same choices as above.');
    expect(text.split('**Branch').length).toBe(2);
  });

  it('have no text that Vue reads as code', () => {
    expect(escapeProse('a <name> `<b>` `{{d}}`')).toBe('a &lt;name> `<b>` <code v-pre>{{d}}</code>');
  });
});

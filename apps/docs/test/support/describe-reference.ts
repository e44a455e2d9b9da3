import { describe, expect, it } from '@jest/globals';
import { contractVersions, listEntries, listEvents } from '../../generator/list-entries.js';
import { isObject, readObject } from '../../generator/read-node.js';

/** The pages of the reference in one of their formats. */
interface Reference {
  readonly pageOf: (link: string) => string;
  /** The page as a reader sees it. */
  readonly textOf: (link: string) => string;
  readonly linkTo: (link: string, anchor?: string) => string;
}

const { v3, v2 } = contractVersions;

/** The tests that the reference has everything that the contract says. */
export function describeReference({ pageOf, textOf, linkTo }: Reference): void {
  describe('the page of an operation', () => {
    const entries = [...listEntries(v3), ...listEntries(v2)];

    it.each(entries.map((entry) => [entry.link, entry] as const))(
      '%s has its text without scripts',
      (link, entry) => {
        const { document } = contractVersions[entry.version];
        const text = textOf(link);
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
        expect(pageOf(link).includes(linkTo(`/reference/${entry.version}`, '#extensions'))).toBe(
          entry.extension,
        );
      },
    );

    it.each([...listEvents(v3), ...listEvents(v2)].map((event) => [event.link, event] as const))(
      '%s has the text of its event without scripts',
      (link, { name, summary }) => {
        const text = textOf(link);
        for (const part of [summary, name, 'createdAt', '"event":']) expect(text).toContain(part);
      },
    );

    it('shows the client before other samples', () => {
      const page = pageOf('/reference/v3/sendMessage');
      expect(page.indexOf('@parley/client')).toBeLessThan(page.indexOf('curl'));
    });
  });

  describe('the index of a version', () => {
    it.each([v3, v2])('links to every operation and event', (version) => {
      const page = pageOf(`/reference/${version.name}`);
      for (const { link } of [...listEntries(version), ...listEvents(version)]) {
        expect(page).toContain(linkTo(link));
      }
    });

    it('explains what an extension is', () => {
      expect(textOf('/reference/v3')).toContain('marked as an Extension');
    });
  });
}

/** Replaces the characters that HTML and Vue need escaped. */
export function unescapeText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

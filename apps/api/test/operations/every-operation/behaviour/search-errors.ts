import { describe, expect, it } from '@jest/globals';
import { errorKeys } from '../../support/failures.js';
import { ordered, textual } from './filter-functions.js';
import { fields, hasCursor, invalidQuery, isFeed, type SearchCalls, searches } from './search-calls.js';

export function describeSearchErrors({ search, find }: SearchCalls): void {
  describe('400 for a function that does not apply to the kind of field, with those that do', () => {
    const meaningful = {
      contains: textual,
      startsWith: textual,
      gt: ordered,
      gte: ordered,
      lt: ordered,
      lte: ordered,
    };
    const nouns: Readonly<Record<string, string>> = {
      timestamp: 'a timestamp (eq, ne, gt, gte, lt, lte, in, isNull)',
      number: 'a number (eq, ne, gt, gte, lt, lte, in, isNull)',
      boolean: 'a boolean (eq, ne, in, isNull)',
    };
    it.each(fields.filter(({ kind }) => kind in nouns))('$name', async ({ operationId, field, kind }) => {
      const refused = Object.entries(meaningful).filter(([, kinds]) => !kinds.includes(kind));
      for (const [name] of refused) {
        const { body } = await search(operationId, { query: `${name}(${field},1)` });
        const expected = `Expected a function that works on ${field}, ${nouns[kind]} at position 1`;
        expect(body).toMatchObject(invalidQuery(`${expected}, found "${name}"`));
      }
    });
  });

  describe('400 for an expression of more than 2,000 code points, which may take more units of UTF-16', () => {
    it.each(searches)('$operationId', async ({ operationId }) => {
      const long = (count: number) => `startsWith(id,"${'😀'.repeat(count - 17)}")`;
      expect(await find(operationId, { query: long(2_000) })).toEqual([]);
      const sorted = isFeed(operationId) ? {} : { sortBy: ' '.repeat(2_001) };
      const { body } = await search(operationId, { query: long(2_001), ...sorted });
      const tooLong = {
        key: 'invalid_string',
        message: 'Expected at most 2,000 characters at position 2001',
      };
      const both = isFeed(operationId) ? { query: tooLong } : { query: tooLong, sortBy: tooLong };
      expect(body).toMatchObject({ error: { invalidParams: both } });
    });
  });

  describe('400 names the errors of both expressions together with those of the schema', () => {
    it.each(searches)('$operationId', async ({ operationId }) => {
      const place = hasCursor(operationId) ? { limit: 0 } : { pagination: { page: -1 } };
      const others = isFeed(operationId) ? {} : { sortBy: 'nothing', search: 1 };
      const wrong = { query: 'eq(id', ...others, surprise: true, ...place };
      expect(errorKeys(await search(operationId, wrong))).toEqual({
        query: 'invalid_string',
        ...(!isFeed(operationId) && { sortBy: 'invalid_string', search: 'invalid_type' }),
        surprise: 'unrecognized_keys',
        [hasCursor(operationId) ? 'limit' : 'pagination.page']: 'too_small',
      });
    });

    it('searchContacts: an attribute that does not exist, and a value that does not suit its attribute', async () => {
      const wrongAttribute = { query: 'eq(attributes.nowhere,1)', surprise: 1 };
      expect(errorKeys(await search('searchContacts', wrongAttribute))).toEqual({
        query: 'invalid_string',
        surprise: 'unrecognized_keys',
      });
    });

    it('searchContacts: a valid expression adds no error', async () => {
      const right = { query: 'startsWith(id,"0")', sortBy: 'createdAt', surprise: 1 };
      expect(errorKeys(await search('searchContacts', right))).toEqual({ surprise: 'unrecognized_keys' });
    });

    it('a text that cannot be stored is not parsed', async () => {
      const unstorable = { query: 'eq(id,"\u0000', sortBy: 'nothing' };
      const { body } = await search('searchContacts', unstorable);
      expect(body).toMatchObject({
        error: {
          invalidParams: {
            query: { message: 'Text must not contain NUL characters or unpaired surrogates' },
            sortBy: { key: 'invalid_string' },
          },
        },
      });
    });
  });
}

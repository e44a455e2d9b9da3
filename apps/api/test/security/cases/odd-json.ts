import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { errorKeys } from '../../operations/support/failures.js';
import type { Stage } from '../../operations/support/start-stage.js';

/** JSON that other parsers read differently, or that has a meaning of its own in JavaScript. */
export function describeOddJson(stage: () => Stage): void {
  const post = (text: string, operationId = 'createContact') => stage().v3.callAny(operationId, { text });

  describe('JSON numbers that do not fit into a double', () => {
    it.each(['1e400', '-1e400', '9'.repeat(310)])(
      '%s is refused, not stored as another value',
      async (number) => {
        const response = await post(`{"firstName":"A","metadata":{"a":[{"b":${number}}]}}`);
        expect(errorKeys(response)).toEqual({ body: 'invalid_json' });
      },
    );

    it('a number that is rounded is accepted, and invalid numbers are refused', async () => {
      expectStatus(await post('{"firstName":"A","metadata":{"a":1e-400,"b":0.1,"c":1e308,"d":-0}}'), 200);
      for (const text of ['NaN', 'Infinity', '0x10', '01', '1_000', '.5']) {
        expect(errorKeys(await post(`{"metadata":{"a":${text}}}`))).toEqual({ body: 'invalid_json' });
      }
      const page = await post('{"pagination":{"page":1e300}}', 'searchContacts');
      expect(errorKeys(page)).toMatchObject({ 'pagination.page': expect.any(String) });
    });
  });

  describe('keys of the prototype', () => {
    const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

    it.each(keys)('%s is an ordinary key in a free object, without side effects', async (key) => {
      const { body } = expectStatus(
        await post(`{"firstName":"A","metadata":{"${key}":{"isAdmin":true}}}`),
        200,
      );
      const { metadata } = Object(body).data;
      expect(Object.entries(metadata)).toEqual([[key, { isAdmin: true }]]);
      expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    });

    it.each(keys)('%s is refused in other objects', async (key) => {
      expect(errorKeys(await post(`{"firstName":"A","${key}":{"isAdmin":true}}`))).toEqual({
        [key]: 'unrecognized_keys',
      });
    });
  });
}

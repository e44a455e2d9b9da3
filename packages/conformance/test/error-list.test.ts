import { describe, expect, it } from '@jest/globals';
import { readApi } from '../src/document/read-api.js';
import { findErrorListPath, readNamedFields } from '../src/rules/error-list.js';

function documentWith(schema: unknown, status = '400') {
  return {
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: { [status]: { content: { 'application/json': { schema } } } } } } },
  };
}

const text = { type: 'string' };
const entry = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
const object = (properties: object) => ({ type: 'object', properties });

describe('the list of invalid fields', () => {
  it.each([
    [
      'a map in an envelope',
      object({
        error: object({ invalidParams: { type: 'object', additionalProperties: object({ key: text }) } }),
      }),
      'error.invalidParams',
    ],
    [
      'RFC 9457, in a common form',
      object({ type: text, errors: entry({ pointer: text, detail: text }) }),
      'errors',
    ],
    [
      'invalid-params',
      object({ title: text, 'invalid-params': entry({ name: text, reason: text }) }),
      'invalid-params',
    ],
    ['FastAPI', object({ detail: entry({ loc: { type: 'array', items: text }, msg: text }) }), 'detail'],
    ['JSON:API', object({ errors: entry({ source: object({ pointer: text }) }) }), 'errors'],
    [
      'within allOf',
      { allOf: [object({ code: text }), object({ violations: entry({ field: text }) })] },
      'violations',
    ],
  ])('is found: %s', (_, schema, path) => {
    const { operations } = readApi(documentWith(schema), { closed: false });
    expect(findErrorListPath(operations)?.join('.')).toBe(path);
  });

  it.each([
    ['there is none', object({ message: text }), '400'],
    ['errors are only texts', object({ errors: { type: 'array', items: text } }), '400'],
    ['it is in another response', object({ errors: entry({ field: text }) }), '500'],
  ])('is not found when %s', (_, schema, status) => {
    const { operations } = readApi(documentWith(schema, status), { closed: false });
    expect(findErrorListPath(operations)).toBeUndefined();
  });

  it.each([
    [{ errors: { 'a.0.b': {} } }],
    [{ errors: [{ field: 'a[0].b' }] }],
    [{ errors: [{ pointer: '/a/0/b' }] }],
    [{ errors: [{ path: '#/a/0/b' }] }],
    [{ errors: [{ loc: ['a', 0, 'b'] }] }],
    [{ errors: [{ source: { pointer: '/a/0/b' } }] }],
  ])('is read: %j', (body) => {
    expect(readNamedFields(body, ['errors'])).toEqual([['a', '0', 'b']]);
  });

  it('is distinguished from a missing one', () => {
    expect(readNamedFields({}, ['errors'])).toBeUndefined();
    expect(readNamedFields({ errors: [] }, ['errors'])).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { asArray, asObject } from '@parley/validation';
import { maxChildren } from '../../../src/http/request/json-bounds.js';

type Document = typeof v3Document | typeof v2Document;

/** Finds the lists of all request bodies, with their maximum length. */
function listLengths(document: Document): [path: string, maxItems: unknown][] {
  const lengths: [string, unknown][] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(asObject(item))) {
      const { content } = asObject(asObject(operation).requestBody);
      collect(asObject(asObject(content)['application/json']).schema, path, []);
    }
  }
  return lengths;

  function collect(schema: unknown, path: string, above: readonly string[]): void {
    const { $ref: reference, ...own } = asObject(schema);
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(reference))?.[1];
    if (name !== undefined && !above.includes(name))
      collect(asObject(document.components?.schemas)[name], path, [...above, name]);
    if (own.items !== undefined) {
      lengths.push([path, own.maxItems]);
      collect(own.items, `${path}[]`, above);
    }
    for (const [key, property] of Object.entries(asObject(own.properties)))
      collect(property, `${path}.${key}`, above);
    for (const branch of ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => [...asArray(own[keyword])]))
      collect(branch, path, above);
  }
}

describe.each([
  ['v3', v3Document, 20],
  ['v2', v2Document, 3],
])('the bounds of large bodies: %s', (_, document, fewest) => {
  it('every list of a body has a maximum length within them, so that a list that was cut is refused', () => {
    const lengths = listLengths(document);
    expect(lengths.length).toBeGreaterThan(fewest);
    expect(lengths.filter(([, maxItems]) => !(Number(maxItems) < maxChildren))).toEqual([]);
  });
});

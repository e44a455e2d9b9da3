import { describe, expect, it } from '@jest/globals';
import { maxDepth } from '../../../src/http/request/json-bounds.js';
import { parseJsonText } from '../../../src/http/request/json-text.js';

const lists = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a small JSON body', () => {
  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('of nested %s is accepted up to the deepest level, and refused beyond it', (_, nest) => {
    expect(parseJsonText(nest(maxDepth))).toEqual(JSON.parse(nest(maxDepth)));
    expect(() => parseJsonText(nest(maxDepth + 1))).toThrow();
  });
});

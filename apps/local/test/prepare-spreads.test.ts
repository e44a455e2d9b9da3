import { expect, test } from '@jest/globals';
import { prepareSpreads } from '../scripts/prepare-spreads.js';

test.each([
  ['adds a property to a copy', 'f({ ...a, b: 1 });', 'f({ ...null, ...a, b: 1 });'],
  ['joins two objects', 'f({ ...a, ...b });', 'f({ ...null, ...a, ...b });'],
  ['is inside another', 'f({ ...a, b: { ...c, d } });', 'f({ ...null, ...a, b: { ...null, ...c, d } });'],
  ['is in CommonJS', 'return f({ ...a, b });', 'return f({ ...null, ...a, b });'],
  ['has several lines', 'f({\n  ...a,\n  b,\n});', 'f({\n  ...null, ...a,\n  b,\n});'],
])('a literal that begins with a spread begins with an empty one when it %s', (_, source, expected) => {
  expect(prepareSpreads(source)).toBe(expected);
});

test.each([
  ['a copy, which is fast', 'f({ ...a });'],
  ['a spread after a property', 'f({ b, ...a });'],
  ['a list', 'f([...a, 1]);'],
  [
    'parameters and patterns',
    'const g = ({ ...rest }, ...others) => { const { b, ...left } = rest; return [left, others]; };',
  ],
])('%s stays as it is', (_, source) => {
  expect(prepareSpreads(source)).toBe(source);
});

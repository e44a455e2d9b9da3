import { expect, test } from '@jest/globals';
import { omitSchemaComments } from '../scripts/omit-schema-comments.js';

const schema = `/// A person.
model Contact {
  // Its key.
  id  String @id
  url String @default("https://example.com") // stays
}
`;

const kept = schema.split('\n').filter((line) => !/^\s*\/\//.test(line));

test.each([
  ['double', JSON.stringify(schema), JSON.stringify(kept.join('\n'))],
  ['single', inSingleQuotes(schema), inSingleQuotes(kept.join('\n'))],
])('only the lines of comments are omitted from a schema in %s quotes', (_, given, expected) => {
  const moduleWith = (text: string) =>
    `const text = "// stays"; const config = { "inlineSchema": ${text}, version: 1 };`;
  expect(omitSchemaComments(moduleWith(given))).toBe(moduleWith(expected));
});

function inSingleQuotes(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
}

test('another module stays as it is', () => {
  expect(omitSchemaComments('export const a = 1;')).toBe('export const a = 1;');
});

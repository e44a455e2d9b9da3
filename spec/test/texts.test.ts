import { describe, expect, it } from '@jest/globals';
import { maskTexts } from '../scripts/keep/mask-texts.js';

describe('sources that differ only in texts are the same', () => {
  const source = 'type: object\ndescription: A chat.\nproperties:\n  description:\n    type: string\n';

  it.each([
    ['another description', source.replace('A chat.', 'A conversation.')],
    ['a comment', `# A comment.\n${source}`],
  ])('%s', (_, other) => {
    expect(maskTexts(other)).toBe(maskTexts(source));
  });

  it.each([
    ['an empty description', source.replace('A chat.', "''")],
    ['no description', source.replace('description: A chat.\n', '')],
    ['a description that is not a text', source.replace('A chat.', '1')],
    ['a property named description', source.replace('  description:', '  summary:')],
    ['an example', `${source}example:\n  description: Hello.\n`],
    ['another type', source.replace('string', 'number')],
    ['invalid YAML', `${source}\t- : [`],
  ])('but not with %s', (_, other) => {
    expect(maskTexts(other)).not.toBe(maskTexts(source));
  });

  it('but not with another value of a parameter of a link', () => {
    const first = 'operationId: getChat\nparameters:\n  description: $response.body#/a\n';
    expect(maskTexts(first)).not.toBe(maskTexts(first.replace('/a', '/b')));
  });

  it('also in the parameters and the body of an operation', () => {
    const first =
      'operationId: getChat\nparameters: [{ description: An id. }]\nrequestBody: { description: A chat. }\nresponses: {}\n';
    expect(maskTexts(first)).toBe(maskTexts(first.replace('An id', 'The id').replace('A chat', 'The chat')));
  });

  it('but not with another value in an example', () => {
    const first = 'example:\n  description: Hello.\n';
    expect(maskTexts(first)).not.toBe(maskTexts(first.replace('Hello', 'Bye')));
  });
});

import { describe, expect, it } from '@jest/globals';
import { compileRequests } from '../../generator/compile-requests.js';
import { keepAssertions, pickReferenced } from '../../generator/operation-schema.js';
import { readOperations, smallDocument } from '../http/support/small-version.js';

describe('the schema that an operation is compiled from', () => {
  it('has no annotations, and keeps properties and values that have the name of one', () => {
    const schema = {
      title: 'Note',
      description: 'A note.',
      'x-extension': true,
      'x-eov-type': 'string',
      required: ['title'],
      default: { title: 'a', example: 1 },
      properties: { title: { type: 'string', examples: ['a'] }, example: { enum: [{ description: 'b' }] } },
    };
    expect(keepAssertions(schema)).toEqual({
      'x-eov-type': 'string',
      required: ['title'],
      default: { title: 'a', example: 1 },
      properties: { title: { type: 'string' }, example: { enum: [{ description: 'b' }] } },
    });
  });

  it('has the components that it refers to, also through others and to itself', () => {
    const schemas = {
      Tree: { properties: { children: { items: { $ref: '#/components/schemas/Tree' } } } },
      Wood: { $ref: '#/components/schemas/Tree' },
      Other: { type: 'string' },
    };
    const picked = pickReferenced({ allOf: [{ $ref: '#/components/schemas/Wood' }] }, { schemas });
    expect(picked).toEqual({ schemas: { Tree: schemas.Tree, Wood: schemas.Wood } });
  });
});

describe('an operation that the checks cannot contain is refused', () => {
  const compile = (operation: object, components: object = {}) => {
    const document = { ...smallDocument, paths: { '/notes': { post: operation } }, components };
    const contract = { document: document as typeof smallDocument, allowsUnknownQuery: false };
    return compileRequests({ ...contract, operations: readOperations(contract.document) }, 'all errors');
  };
  const post = { operationId: 'createNote', security: [{ bearerAuth: [] }], responses: {} };

  it('with a parameter whose schema is a reference', async () => {
    const parameters = [{ name: 'page', in: 'query', schema: { $ref: '#/components/schemas/Page' } }];
    await expect(
      compile({ ...post, parameters }, { schemas: { Page: { type: 'integer' } } }),
    ).rejects.toThrow('Write the schemas of the parameters of createNote inline.');
  });

  it('with a discriminator between alternatives that have no constant', async () => {
    const oneOf = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];
    const schema = { oneOf, discriminator: { propertyName: 'type' } };
    const alternative = { type: 'object', properties: { type: { type: 'string' } } };
    const requestBody = { content: { 'application/json': { schema } } };
    await expect(
      compile({ ...post, requestBody }, { schemas: { A: alternative, B: alternative } }),
    ).rejects.toThrow('The body of createNote has a discriminator that the compiled checks do not know.');
  });
});

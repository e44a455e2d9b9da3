import { describe, expect, it } from '@jest/globals';
import { compareDocuments } from '../scripts/compare-documents.js';
import type { ContractDocument } from '../scripts/read-document.js';
import { jsonBody, jsonResponse } from './small-document.js';

const text = { type: 'string' };

describe('a change names each operation that has it', () => {
  it('in schemas that contain each other', () => {
    const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const documentOf = (own: object): ContractDocument => ({
      ...withPaths({
        '/a': { get: { operationId: 'getA', responses: { 200: jsonResponse(reference('A')) } } },
        '/b': { get: { operationId: 'getB', responses: { 200: jsonResponse(reference('B')) } } },
      }),
      components: {
        schemas: {
          A: { type: 'object', properties: { ...own, b: reference('B') } },
          B: { type: 'object', properties: { a: reference('A') } },
        },
      },
    });
    const [removed] = compareDocuments(documentOf({ c: text }), documentOf({}));
    expect(removed).toMatchObject({ rule: 'property-removed', users: ['getA', 'getB'] });
  });

  it('and separate declarations are separate changes, though neither declares the required property', () => {
    const documentOf = (body: object): ContractDocument => {
      const operation = { requestBody: jsonBody({ type: 'object', ...body }), responses: {} };
      return withPaths({
        '/a': { post: { operationId: 'postA', ...operation } },
        '/b': { post: { operationId: 'postB', ...operation } },
      });
    };
    const changes = compareDocuments(documentOf({}), documentOf({ required: ['x'] }));
    expect(changes.map(({ location }) => location)).toEqual([
      'POST /a > request > body.x',
      'POST /b > request > body.x',
    ]);
  });

  it('under the template that it had, if a path parameter was renamed', () => {
    const documentOf = (name: string, limit: number): ContractDocument =>
      withPaths({ [`/a/{${name}}`]: { get: { operationId: 'getA', 'x-body-limit': limit, responses: {} } } });
    const changes = compareDocuments(documentOf('id', 2), documentOf('aId', 1));
    expect(changes.map(({ rule }) => rule)).toEqual(['path-template-changed', 'body-limit-lowered']);
  });
});

function withPaths(paths: object): ContractDocument {
  return { openapi: '3.1.0', info: { version: '3.0.0' }, 'x-body-limit': 1000, paths };
}

import { describe, expect, it } from '@jest/globals';
import { describeErrors, validatorsOf } from '@parley/validation';

const item = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  components: {
    schemas: { Item: item },
    responses: { Item: json({ $ref: '#/components/schemas/Item' }) },
  },
  paths: {
    '/items': {
      post: {
        operationId: 'createItem',
        requestBody: json({ $ref: '#/components/schemas/Item' }),
        responses: { 200: { $ref: '#/components/responses/Item' }, 204: { description: 'None' } },
      },
    },
  },
  webhooks: { 'item.created': { post: { requestBody: json({ $ref: '#/components/schemas/Item' }) } } },
};
const checks = validatorsOf(document);

function errorsOf(check: ReturnType<typeof checks.response>, value: unknown): string {
  if (!check) throw new Error('There is no validator.');
  return describeErrors(check.findErrors(value));
}

describe('the validators of a document', () => {
  it('refuse a response with a key that is not declared, or is write-only, at any depth', () => {
    const response = checks.response('createItem', 200);
    expect(errorsOf(response, { id: '1', parts: [{ id: '2' }] })).toBe('');
    expect(errorsOf(response, { id: '1', parts: [{ id: '2', size: 5 }] })).toBe(
      '/parts/0 must NOT have unevaluated properties ("size")',
    );
    expect(errorsOf(response, { id: '1', secret: '1234' })).toBe(
      'the value must NOT have unevaluated properties ("secret")',
    );
  });

  it('refuse an event that lacks a key', () => {
    expect(errorsOf(checks.event('item.created'), { name: 'Chair' })).toBe(
      "the value must have required property 'id'",
    );
  });

  it('are compiled once per schema, however many operations and documents refer to it', () => {
    expect(validatorsOf(document)).toBe(checks);
    expect(checks.response('createItem', 200)).toBe(checks.response('createItem', 200));
  });

  it('are undefined if the document declares no JSON', () => {
    expect(checks.response('createItem', 204)).toBeUndefined();
    expect(checks.response('createItem', 418)).toBeUndefined();
  });

  it('throw for an unknown operation or event', () => {
    expect(() => checks.response('deleteItem', 200)).toThrow('Shop has no operation deleteItem.');
    expect(() => checks.event('item.deleted')).toThrow('Shop has no event item.deleted.');
  });
});

import { describe, expect, it } from '@jest/globals';
import { buildTools } from '../generator/build-tools.js';
import type { JsonObject, OpenApiDocument, OpenApiOperation } from '../src/open-api-document.js';

const text: JsonObject = { type: 'string' };

function documentOf(
  operation: Partial<OpenApiOperation>,
  schemas: Record<string, JsonObject> = {},
): OpenApiDocument {
  const whole: OpenApiOperation = {
    operationId: 'addNote',
    summary: 'Add a note',
    description: 'Adds a note.',
    tags: [],
    responses: {},
    'x-tool': { name: 'add_note', hint: 'additive' },
    ...operation,
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0' },
    servers: [],
    tags: [],
    paths: {
      '/chats/{chatId}/notes': { parameters: [{ $ref: '#/components/parameters/ChatId' }], post: whole },
    },
    webhooks: {},
    components: {
      schemas,
      parameters: {
        ChatId: { name: 'chatId', in: 'path', required: true, description: 'The chat.', schema: text },
      },
    },
    'x-body-limit': 1,
  };
}

const bodyOf = (schema: JsonObject, required = true): { requestBody: JsonObject } => ({
  requestBody: { required, content: { 'application/json': { schema } } },
});

describe('a tool', () => {
  it('has path, query and body in one schema, without references, headers and our own keys', () => {
    const schemas = {
      Note: {
        type: 'object',
        required: ['text'],
        properties: { text: { description: 'The text.', $ref: '#/components/schemas/Text' }, 'x-ray': text },
      },
      Text: { ...text, description: 'A text.', 'x-extension': true },
    };
    const parameters: JsonObject[] = [
      { name: 'notify', in: 'query', schema: { type: 'boolean' } },
      { name: 'Idempotency-Key', in: 'header', schema: text },
    ];
    const operation = { parameters, ...bodyOf({ $ref: '#/components/schemas/Note' }) };
    expect(buildTools(documentOf(operation, schemas))).toEqual([
      {
        name: 'add_note',
        hint: 'additive',
        operationId: 'addNote',
        title: 'Add a note',
        description: 'Adds a note.',
        query: ['notify'],
        hasBody: true,
        inputSchema: {
          type: 'object',
          properties: {
            chatId: { type: 'string', description: 'The chat.' },
            notify: { type: 'boolean' },
            text: { type: 'string', description: 'The text.' },
            'x-ray': { type: 'string' },
          },
          required: ['chatId', 'text'],
          additionalProperties: false,
        },
      },
    ]);
  });

  it('needs nothing of an optional body', () => {
    const [tool] = buildTools(
      documentOf(bodyOf({ type: 'object', required: ['a'], properties: { a: text } }, false)),
    );
    expect(tool?.inputSchema.required).toEqual(['chatId']);
  });

  it.each([
    ['two inputs of one name', { properties: { chatId: text } }, 'two inputs named chatId'],
    ['a body with alternatives', { properties: {}, oneOf: [] }, 'not a plain JSON object'],
    ['a body that is no object', { type: 'array' }, 'not a plain JSON object'],
    ['a schema that contains itself', { $ref: '#/components/schemas/Tree' }, 'contains itself'],
  ])('cannot be made of an operation with %s', (_, schema, message) => {
    const Tree = { properties: { branch: { $ref: '#/components/schemas/Tree' } } };
    expect(() => buildTools(documentOf(bodyOf(schema as JsonObject), { Tree }))).toThrow(message);
  });
});

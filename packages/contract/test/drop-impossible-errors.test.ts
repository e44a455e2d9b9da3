import { describe, expect, it } from '@jest/globals';
import { dropImpossibleErrors } from '../generator/drop-impossible-errors.js';
import type { JsonObject, OpenApiDocument } from '../src/open-api-document.js';

function failure(messageKey: JsonObject): JsonObject {
  const error = { allOf: [{ type: 'object' }, { properties: { messageKey } }] };
  return {
    description: 'A failure.',
    content: { 'application/json': { schema: { properties: { success: { const: false }, error } } } },
  };
}

function document(impossible?: readonly string[]): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0' },
    servers: [],
    tags: [],
    paths: {
      '/chats/{chatId}': {
        get: {
          operationId: 'getChat',
          summary: 'S',
          description: 'D',
          tags: [],
          responses: {
            '200': { description: 'The chat.' },
            '402': { $ref: '#/components/responses/InsufficientBillingPlan' },
            '404': { $ref: '#/components/responses/ChatNotFound' },
          },
          ...(impossible && { 'x-impossible-errors': impossible }),
        },
      },
    },
    webhooks: {},
    components: {
      responses: {
        InsufficientBillingPlan: failure({ const: 'insufficient_billing_plan' }),
        ChatNotFound: failure({ enum: ['chat_not_found', 'contact_not_found'] }),
      },
    },
    'x-body-limit': 1,
  };
}

function responsesOf({ paths }: OpenApiDocument) {
  return paths['/chats/{chatId}']?.get?.responses;
}

describe('the errors of generated types', () => {
  it('omit a response whose keys are all impossible, and the impossible key of another', () => {
    const whole = document(['insufficient_billing_plan', 'contact_not_found']);
    const narrowed = dropImpossibleErrors(whole);
    expect(responsesOf(narrowed)).toEqual({
      '200': { description: 'The chat.' },
      '404': failure({ enum: ['chat_not_found'] }),
    });
    expect(whole).toEqual(document(['insufficient_billing_plan', 'contact_not_found']));
  });

  it('equal those of the document if nothing is marked', () => {
    expect(dropImpossibleErrors(document())).toEqual(document());
  });
});

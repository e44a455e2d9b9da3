import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

function withParameter(schema: object, place = 'path'): object {
  return smallDocument({ operation: { parameters: [{ name: 'chatId', in: place, schema }] } });
}

function narrowedBy(keyword: string): string {
  return `Path parameter \`chatId\` is narrowed by \`${keyword}\`. Remove it: a malformed id is not found, never a 400.`;
}

export const pathParameterIsString: RuleCases = {
  passes: {
    'a plain string': withParameter({ type: 'string' }),
    'a string with a description': withParameter({ type: 'string', title: 'Id', examples: ['x'] }),
    'a number in the query': withParameter({ type: 'integer' }, 'query'),
  },
  fails: {
    'a number in the path': {
      document: withParameter({ type: 'integer' }),
      messages: ['Path parameter `chatId` is not a string. Write `schema: { type: string }`.'],
    },
    'a path id that must be a UUID': {
      document: smallDocument({
        operation: {
          parameters: [{ name: 'chatId', in: 'path', schema: { $ref: '#/components/schemas/Id' } }],
        },
        components: { schemas: { Id: { type: 'string', format: 'uuid' } } },
      }),
      messages: [narrowedBy('format')],
    },
    'a UUID through an allOf': {
      document: withParameter({ type: 'string', allOf: [{ format: 'uuid' }] }),
      messages: [narrowedBy('allOf')],
    },
    'a length that the server would check': {
      document: withParameter({ type: 'string', minLength: 36 }),
      messages: [narrowedBy('minLength')],
    },
    'a keyword beside a reference': {
      document: smallDocument({
        operation: {
          parameters: [
            { name: 'chatId', in: 'path', schema: { $ref: '#/components/schemas/Text', format: 'uuid' } },
          ],
        },
        components: { schemas: { Text: { type: 'string' } } },
      }),
      messages: [narrowedBy('format')],
    },
  },
};

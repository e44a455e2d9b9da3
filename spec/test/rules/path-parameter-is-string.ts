import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

function withParameter(schema: object, place = 'path'): object {
  return smallDocument({ operation: { parameters: [{ name: 'chatId', in: place, schema }] } });
}

export const pathParameterIsString: RuleCases = {
  passes: {
    'a plain string': withParameter({ type: 'string' }),
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
      messages: [
        'Path parameter `chatId` is narrowed by `format`. Remove it: a malformed id is not found, never a 400.',
      ],
    },
  },
};

import type { RuleCases } from '../rule-cases.js';
import { jsonBody, jsonResponse, smallDocument } from '../small-document.js';

const open = { type: 'string', 'x-extensible-enum': ['a', 'b'] };
const union = { 'x-extensible': true, oneOf: [{ type: 'string' }, { type: 'integer' }] };
const components = { schemas: { Kind: open } };
const holding = (kind: object): object => ({
  type: 'object',
  additionalProperties: false,
  properties: { kinds: { type: 'array', items: kind } },
});
const receiving = (schema: object): object =>
  smallDocument({ operation: { requestBody: jsonBody(schema) }, components });
const refusal = (key: string): string =>
  `getChat: \`${key}\` belongs to responses. Give the request a schema of its own, with a closed list.`;

export const requestListsAreClosed: RuleCases = {
  passes: {
    'a closed list in a request': receiving(holding({ type: 'string', enum: ['a', 'b'] })),
    'lists that can grow in a response': smallDocument({
      operation: { responses: { '200': jsonResponse({ oneOf: [open, union] }) } },
    }),
  },
  fails: {
    'a list that can grow, behind a reference': {
      document: receiving(holding({ $ref: '#/components/schemas/Kind' })),
      messages: [refusal('x-extensible-enum')],
    },
    'a union that can grow': {
      document: receiving(holding(union)),
      messages: [refusal('x-extensible')],
    },
  },
};

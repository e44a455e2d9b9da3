import type { RuleCases } from '../rule-cases.js';
import { jsonBody, jsonResponse, smallDocument } from '../small-document.js';

function receiving(schema: object, components: object = {}): object {
  return smallDocument({ operation: { requestBody: jsonBody(schema) }, components });
}

const closed = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } };
const open = { type: 'object', properties: { name: { type: 'string' } } };
const refusal =
  'getChat: an object of the request body is open to unknown keys. Add `additionalProperties: false` (`unevaluatedProperties: false` next to an allOf), or give the map a value schema.';

export const requestBodyIsClosed: RuleCases = {
  passes: {
    'a closed object': receiving(closed),
    'a map with a value schema': receiving({ type: 'object', additionalProperties: { type: 'string' } }),
    'a map marked as free JSON': receiving({ type: 'object', additionalProperties: true }),
    'an allOf closed as a whole': receiving({ unevaluatedProperties: false, allOf: [open, open] }),
    'a condition inside a closed object': receiving({
      ...closed,
      if: { properties: { name: { const: 'x' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ['name'] },
    }),
    'an open answer': smallDocument({ operation: { responses: { '200': jsonResponse(open) } } }),
  },
  fails: {
    'an open object': { document: receiving(open), messages: [refusal] },
    'an open object inside a list, behind a reference': {
      document: receiving(
        { ...closed, properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Item' } } } },
        { schemas: { Item: open } },
      ),
      messages: [refusal],
    },
    'one open branch of a oneOf': { document: receiving({ oneOf: [closed, open] }), messages: [refusal] },
    'an allOf of open objects': { document: receiving({ allOf: [open] }), messages: [refusal] },
    'additionalProperties: true beside properties': {
      document: receiving({ ...open, additionalProperties: true }),
      messages: [refusal],
    },
  },
};

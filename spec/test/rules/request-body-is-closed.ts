import type { RuleCases } from '../rule-cases.js';
import { jsonBody, jsonResponse, smallDocument } from '../small-document.js';

function receiving(schema: object, components: object = {}): object {
  return smallDocument({ operation: { requestBody: jsonBody(schema) }, components });
}

const closed = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } };
const open = { type: 'object', properties: { name: { type: 'string' } } };
const refusal =
  'getChat: an object of the request body is open to unknown keys. Add `additionalProperties: false` (`unevaluatedProperties: false` next to an allOf), or give the map a value schema.';

const anything =
  'getChat: a value of the request body may be anything. Give it a type, or refer to a schema that has one.';

export const requestBodyIsClosed: RuleCases = {
  passes: {
    'a closed object': receiving(closed),
    'a map with a value schema': receiving({ type: 'object', additionalProperties: { type: 'string' } }),
    'free JSON with a description of the map or of its values': receiving({
      ...closed,
      properties: {
        metadata: { type: 'object', additionalProperties: { description: 'Any JSON.' } },
        extra: { type: 'object', description: 'Any JSON.', additionalProperties: true },
      },
    }),
    'values whose type is in a reference or a combinator': receiving(
      {
        ...closed,
        properties: {
          name: { $ref: '#/components/schemas/Name' },
          nickname: { oneOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] },
          kind: { enum: ['a', 'b'] },
          tag: { allOf: [{ description: 'A tag.' }, { const: 'x' }] },
        },
      },
      { schemas: { Name: { type: 'string' } } },
    ),
    'alternatives of required keys': receiving({
      ...closed,
      oneOf: [{ required: ['name'] }, { not: { required: ['name'] } }],
    }),
    'an allOf closed as a whole': receiving({ unevaluatedProperties: false, allOf: [open, open] }),
    'a condition inside a closed object': receiving({
      ...closed,
      if: { properties: { name: { const: 'x' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ['name'] },
    }),
    'an open response': smallDocument({ operation: { responses: { '200': jsonResponse(open) } } }),
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
    'a value that may be anything': {
      document: receiving({ ...closed, properties: { name: { description: 'A name.' } } }),
      messages: [anything],
    },
    'an alternative that may be anything': {
      document: receiving({ ...closed, properties: { name: { oneOf: [{ type: 'null' }, {}] } } }),
      messages: [anything],
    },
    'a body that may be anything but has properties': {
      document: receiving({ additionalProperties: false, properties: { name: { type: 'string' } } }),
      messages: [anything],
    },
    'a list of anything': {
      document: receiving({ ...closed, properties: { names: { type: 'array' } } }),
      messages: ['getChat: a list of the request body may contain anything. Add `items`.'],
    },
    'free JSON without a description': {
      document: receiving({ ...closed, properties: { extra: { type: 'object', additionalProperties: {} } } }),
      messages: [
        'getChat: a map of the request body accepts any JSON but has no description. Add a type of its values, or a description.',
      ],
    },
  },
};

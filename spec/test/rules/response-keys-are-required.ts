import type { RuleCases } from '../rule-cases.js';
import { jsonBody, jsonResponse, smallDocument } from '../small-document.js';

const text = { type: 'string' };
const closed = { type: 'object', required: ['name'], properties: { name: text } };
const label = { $ref: '#/components/schemas/Label' };
const loose = { type: 'object', required: ['name'], properties: { name: text, color: text } };

function responding(schema: object, components: object = {}): object {
  return smallDocument({ operation: { responses: { '200': jsonResponse(schema) } }, components });
}

const refusal =
  '`color` of a response may be missing. Add it to `required`, and allow `null` if it can have no value.';

export const responseKeysAreRequired: RuleCases = {
  options: { exempt: ['Error.invalidParams'] },
  passes: {
    'a response with all its keys': responding(closed),
    'a key that another branch of the allOf requires': responding({
      required: ['name'],
      allOf: [{ required: ['color'] }, { properties: { name: text, color: text } }],
    }),
    'an exempt key of one component': responding(
      { $ref: '#/components/schemas/Error' },
      { schemas: { Error: { type: 'object', properties: { invalidParams: { type: 'object' } } } } },
    ),
    'a closed object, which the caller wrote': responding({ ...loose, additionalProperties: false }),
    'a request, which may omit keys': smallDocument({ operation: { requestBody: jsonBody(loose) } }),
  },
  fails: {
    'a key that may be missing': { document: responding(loose), messages: [refusal] },
    'a key that may be missing in a nested schema, reported once': {
      document: smallDocument({
        operation: {
          responses: {
            '200': jsonResponse({ type: 'array', items: label }),
            '404': jsonResponse({ oneOf: [label, { type: 'null' }] }),
          },
        },
        components: { schemas: { Label: loose } },
      }),
      messages: [refusal],
    },
    'a key that may be missing in a response with the schema of a request': {
      document: smallDocument({
        operation: { requestBody: jsonBody(label), responses: { '200': jsonResponse(label) } },
        components: { schemas: { Label: loose } },
      }),
      messages: [refusal],
    },
    'a key that may be missing in a delivered event': {
      document: smallDocument({ webhooks: { chatUpdated: { post: { requestBody: jsonBody(loose) } } } }),
      messages: [refusal],
    },
  },
};

import type { DecoratorCases } from '../decorator-cases.js';

const refer = (...names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const always = refer('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
const own = { ETag: { schema: { type: 'string' } } };
const description = 'Done.';

export const addResponseHeaders: DecoratorCases = {
  'declares the headers of every success': {
    operation: { responses: { '200': { description } } },
    expected: { responses: { '200': { description, headers: always } } },
  },
  'keeps the headers of the operation': {
    operation: { responses: { '200': { description, headers: own } } },
    expected: { responses: { '200': { description, headers: { ...always, ...own } } } },
  },
  'declares that a response can be a replay': {
    operation: { 'x-idempotent': true, responses: { '200': { description } } },
    expected: {
      'x-idempotent': true,
      responses: { '200': { description, headers: { ...always, ...refer('Idempotent-Replayed') } } },
    },
  },
  'declares the headers of a deprecated version': {
    version: 'v2',
    info: { 'x-deprecated-at': '2026-08-01T00:00:00Z' },
    operation: { responses: { '200': { description } } },
    expected: {
      responses: {
        '200': { description, headers: { ...always, ...refer('Deprecation', 'Sunset', 'Link') } },
      },
    },
  },
  'does not change errors, whose headers are in their components': {
    operation: { responses: { '404': { description } } },
    expected: { responses: { '404': { description } } },
  },
};

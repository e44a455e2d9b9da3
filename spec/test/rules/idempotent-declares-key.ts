import type { RuleCases } from '../rule-cases.js';
import { failure, smallDocument } from '../small-document.js';

const replayed = {
  description: 'Done.',
  headers: { 'Idempotent-Replayed': { schema: { type: 'boolean' } } },
};
const parameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];
const components = {
  parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
};
const responses = {
  '200': replayed,
  '409': failure('automation_not_active', 'idempotency_in_progress'),
  '422': failure('idempotency_key_reused'),
};

export const idempotentDeclaresKey: RuleCases = {
  passes: {
    'a marked operation with all parts': smallDocument({
      operation: { 'x-idempotent': true, parameters, responses },
      components,
    }),
    'an unmarked operation without any part': smallDocument({
      operation: { responses: { '409': failure('automation_not_active') } },
    }),
  },
  fails: {
    'a marked operation without any part': {
      document: smallDocument({ operation: { 'x-idempotent': true } }),
      messages: [
        'the header parameter `Idempotency-Key`',
        '409 `idempotency_in_progress`',
        '422 `idempotency_key_reused`',
        'the header `Idempotent-Replayed` of its success',
      ].map((part) => `getChat is marked \`x-idempotent\` but does not declare ${part}. Add it.`),
    },
    'an unmarked operation with the key': {
      document: smallDocument({ operation: { parameters }, components }),
      messages: [
        'getChat declares the header parameter `Idempotency-Key` but is not marked. Add `x-idempotent: true`, or remove it.',
      ],
    },
  },
};

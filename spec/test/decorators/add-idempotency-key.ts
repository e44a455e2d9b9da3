import type { DecoratorCases } from '../decorator-cases.js';

const key = { $ref: '#/components/parameters/IdempotencyKey' };
const own = { name: 'dryRun', in: 'query', schema: { type: 'boolean' } };

export const addIdempotencyKey: DecoratorCases = {
  'declares the key of an idempotent operation': {
    operation: { 'x-idempotent': true },
    expected: { 'x-idempotent': true, parameters: [key] },
  },
  'keeps the parameters of the operation': {
    operation: { 'x-idempotent': true, parameters: [own] },
    expected: { 'x-idempotent': true, parameters: [key, own] },
  },
  'does not change other operations': {
    operation: { parameters: [own] },
    expected: { parameters: [own] },
  },
};

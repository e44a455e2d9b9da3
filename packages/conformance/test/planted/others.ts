import type { Planted } from './planted.js';
import { refuse } from './shop-server.js';

/** Servers that violate the other rules. */
export const others: readonly Planted[] = [
  {
    name: 'a refusal that names another field',
    plant: { names: () => 'something' },
    rule: 'invalid-field-is-named',
    mutation: 'missing-required',
  },
  {
    name: 'a refusal that names nothing',
    plant: { after: (right) => (right.status === 400 ? refuse(400) : right) },
    rule: 'invalid-field-is-named',
    mutation: 'missing-required',
  },
  {
    name: 'a record that is still found after its deletion',
    plant: { keepsDeleted: true },
    operation: 'getItem',
    rule: 'deleted-is-gone',
  },
  {
    name: 'a record that is still found after its deletion, when the id passed by the caller does not exist',
    plant: { keepsDeleted: true },
    operation: 'getItem',
    rule: 'deleted-is-gone',
    options: { ids: { itemId: ['gone'] } },
  },
];

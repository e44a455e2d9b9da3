import type { Planted } from './planted.js';
import { refuse } from './shop-server.js';

/** Servers that break the other rules. */
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
    name: 'something that is there after it was deleted',
    plant: { keepsDeleted: true },
    operation: 'getItem',
    rule: 'deleted-is-gone',
  },
  {
    name: 'the same, where what the caller gave is not there',
    plant: { keepsDeleted: true },
    operation: 'getItem',
    rule: 'deleted-is-gone',
    options: { ids: { itemId: ['gone'] } },
  },
];

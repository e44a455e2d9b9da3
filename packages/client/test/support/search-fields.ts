import type { Field } from '../../src/operations/fields.js';

/** A search with a field of every kind, both for the types and for the parser of the service. */
export interface Fields {
  readonly id: Field<'id', string, true>;
  readonly name: Field<'text', string, true>;
  readonly status: Field<'enum', string, true>;
  readonly createdAt: Field<'timestamp', Date, true>;
  readonly size: Field<'number', number, true>;
  readonly isOpen: Field<'boolean', boolean, true>;
}

export const fields = {
  id: { kind: 'id', column: 'id' },
  name: { kind: 'text', column: 'name' },
  status: { kind: 'enum', column: 'status', type: 'status', values: ['open', 'closed'] },
  createdAt: { kind: 'timestamp', column: 'created_at' },
  size: { kind: 'number', column: 'size' },
  isOpen: { kind: 'boolean', column: 'is_open' },
} as const;

import type { Field } from './searchable.js';

/** A filter expression after parsing and validation: every field is known and every value fits its field. */
export type Filter =
  | { readonly type: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly type: 'not'; readonly filter: Filter }
  | Condition;

export type Condition =
  | { readonly type: Comparison; readonly field: Field; readonly value: Value }
  | { readonly type: 'in'; readonly field: Field; readonly values: readonly Value[] }
  | { readonly type: 'isNull'; readonly field: Field };

export type Comparison = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'startsWith';

export type Value = string | number | boolean | null;

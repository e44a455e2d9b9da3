import type { Value } from './filter.js';
import type { Parameters } from './parameters.js';

/** Where a filter holds or does not: the row it is asked of, the tenant, and where values are put. */
export interface Scope {
  readonly row: string;
  /** The placeholder of the tenant's id. */
  readonly tenant: string;
  readonly parameters: Parameters;
}

/** A comparison that only a value can pass. */
export interface Comparison<Field> {
  readonly type: 'in' | keyof typeof operators | 'contains' | 'startsWith';
  readonly field: Field;
  /** One, unless it is `in`. */
  readonly values: readonly Value[];
}

export const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

export function likePattern(type: 'contains' | 'startsWith', text: string): string {
  return `${type === 'contains' ? '%' : ''}${text.replace(/[\\%_]/g, '\\$&')}%`;
}

import type { Sizes } from '../sizes.js';
import type { Value } from './filter.js';
import type { Parameters } from './parameters.js';

/** The row that a filter is applied to, the tenant, and the parameters of the statement. */
export interface Scope {
  readonly row: string;
  /** The placeholder of the tenant's id. */
  readonly tenant: string;
  readonly parameters: Parameters;
  readonly sizes: Sizes;
  /** Whether no index can find the rows: inside a `not`, and in an `or` with a part that no index finds. */
  readonly isUnindexed?: boolean;
  /** Whether the rows of other tables are looked up for each row, whatever PostgreSQL expects to be faster. */
  readonly isLookedUp?: boolean;
  /** Whether a `not` compares the copy of a value as well, so that most rows need no join. */
  readonly comparesCopies?: boolean;
}

/** A comparison that only a non-null value can pass. */
export interface Comparison<Field> {
  readonly type: 'in' | keyof typeof operators | 'contains' | 'startsWith';
  readonly field: Field;
  /** One value, except for `in`. */
  readonly values: readonly Value[];
}

/** Ends a subquery after `exists`. PostgreSQL neither joins nor collects the rows of a subquery with an offset. */
export function endOfExists({ isLookedUp }: Scope): string {
  return isLookedUp ? ' offset 0' : '';
}

export const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The bounds that hold for all other values. */
export const opposites = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' } as const;

export function isBound(type: string): type is keyof typeof operators {
  return type in operators;
}

export function likePattern(type: 'contains' | 'startsWith', text: string): string {
  return `${type === 'contains' ? '%' : ''}${text.replace(/[\\%_]/g, '\\$&')}%`;
}

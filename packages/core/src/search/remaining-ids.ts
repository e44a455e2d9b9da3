import { idsBeyondBound, idsWithoutBoundedValue } from './beyond-bound.js';
import type { Scope } from './comparison.js';
import { allValuesOf } from './compile-defined.js';
import { compileConditions, type FoundRows } from './compile-where.js';
import { type Compared, comparisonNegatedBy } from './excluding-filter.js';
import type { Filter } from './filter.js';
import { columnOf, typeOf } from './find-field.js';
import { idsOfOtherValues } from './other-values.js';
import type { PageRows } from './page-sql.js';
import type { RemainingIds } from './remaining-rows.js';
import type { BoundIndex, DefinedField, Field, Searchable } from './searchable.js';

/** The rows of a search, of which some remain. */
interface CollectedRows {
  readonly resource: Searchable<unknown>;
  readonly rows: FoundRows;
  readonly page: Pick<PageRows, 'table' | 'source'>;
  /** The condition that nothing has to be collected. */
  readonly isFull: string;
}

/**
 * Compiles the ids of the rows that a filter finds. Only ids are joined, so that indexes have all that is read. To find the
 * values of all rows, their table would have to be read as well; so the rows without a value are found first, and an index
 * finds those with another value.
 */
export function remainingIds(
  { resource, rows, page, isFull }: CollectedRows,
  { filter, name }: { readonly filter: Filter; readonly name: string },
): RemainingIds {
  const { scope, ofOwner } = rows;
  const { table, source = table } = page;
  const idsWhere = (...conditions: readonly string[]) =>
    `select ${table}.id from ${source} where ${[ofOwner, ...conditions].join(' and ')}`;
  const conditionsWithin = (options: Partial<Scope>) =>
    compileConditions(resource, { filter, text: '' }, { ...scope, ...options });
  const joined = () => ({ queries: [], ids: [idsWhere(...conditionsWithin({ comparesCopies: true }))] });
  // The values of other parents would be counted as well.
  if (resource.parent) return joined();
  const collected = { scope, name, isFull, idsWhere };
  if (filter.type === 'isNull') {
    const { field } = filter;
    if (field.kind === 'attribute') return withoutDefined(field, scope);
    const bounds = boundsOf(field);
    return bounds ? idsWithoutBoundedValue(bounds, collected) : joined();
  }
  const compared = comparisonNegatedBy(filter);
  if (compared === undefined) return joined();
  const { field } = compared;
  if (field.kind === 'attribute') {
    const others = idsOfOtherValues({ ...compared, field }, { scope, name });
    return others ? { ...withoutDefined(field, scope), ...others } : joined();
  }
  const bounds = boundsOf(field);
  const beyond = bounds && idsBeyondBound({ ...compared, field }, bounds, collected);
  if (beyond === undefined) return withoutOwned(compared, scope) ?? joined();
  return beyond({ joined: joined().ids, lookedUp: conditionsWithin({ isLookedUp: true }) });
}

function boundsOf(field: Field): BoundIndex | undefined {
  return 'bounds' in field ? field.bounds : undefined;
}

/** The rows without any value of a tenant-defined field. */
function withoutDefined(field: DefinedField, scope: Scope): RemainingIds {
  const values = {
    from: allValuesOf(field, scope),
    owner: field.family.owner,
    columns: field.family.ownerIndex,
  };
  return { queries: [], ids: [], absent: [values] };
}

/** The rows without one value of a field that has each value at most once in a row. */
function withoutOwned({ type, field, value }: Compared, { row, tenant, parameters }: Scope) {
  if (type !== 'eq' || value === null || field.kind === 'attribute' || !field.owned) return undefined;
  const { values, owner, columns } = field.owned;
  const isSame = `${columnOf(field, row)} = ${parameters.add(value, typeOf(field))}`;
  const absent = [{ from: `${values(tenant)} and ${isSame}`, owner, columns }];
  return { queries: [], ids: [], absent };
}

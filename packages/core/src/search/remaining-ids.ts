import { operators, type Scope } from './comparison.js';
import { compileConditions, type FoundRows } from './compile-where.js';
import { type Compared, comparisonNegatedBy } from './excluding-filter.js';
import type { Filter } from './filter.js';
import { columnOf, typeOf } from './find-field.js';
import { idsOfOtherValues, type RemainingIds } from './other-values.js';
import type { PageRows } from './page-sql.js';
import type { ParsedSearch } from './read-search.js';
import type { BoundIndex, Field, Searchable } from './searchable.js';

/** The rows of a search, of which some remain. */
interface CollectedRows {
  readonly resource: Searchable<unknown>;
  readonly search: Pick<ParsedSearch, 'text'>;
  readonly rows: FoundRows;
  readonly page: Pick<PageRows, 'table' | 'source'>;
}

/** If more values are beyond a bound, they are not looked up one by one. */
const mostBeyond = 1_000;

/**
 * Compiles the ids of the rows that a filter finds. Only ids are joined, so that indexes have all that is read. To find the
 * values of all rows, their table would have to be read as well; so the rows without a value are joined, and an index finds
 * those with another value.
 */
export function remainingIds(
  { resource, search, rows, page }: CollectedRows,
  { filter, name }: { readonly filter: Filter; readonly name: string },
): RemainingIds {
  const { scope, ofOwner } = rows;
  const { table, source = table } = page;
  const idsWhere = (...conditions: readonly string[]) =>
    `select ${table}.id from ${source} where ${[ofOwner, ...conditions].join(' and ')}`;
  const idsOf = (part: Filter, within: Scope = scope) =>
    idsWhere(...compileConditions(resource, { ...search, filter: part }, within));
  const joined = () => idsOf(filter, { ...scope, comparesCopies: true });
  const compared = search.text === '' ? comparisonNegatedBy(filter) : undefined;
  if (compared?.field.kind === 'attribute') {
    const { field } = compared;
    const others = idsOfOtherValues({ ...compared, field }, { scope, name });
    if (others) return { ...others, ids: [idsOf({ type: 'isNull', field }), ...others.ids] };
  }
  const beyond = compared && beyondBound(compared, scope);
  if (beyond === undefined) return { queries: [], ids: [joined()] };
  const { areFew, owners, hasValue } = beyond;
  return {
    queries: [],
    ids: [
      `${joined()} and not ${areFew}`,
      `${idsWhere(`not ${hasValue}`)} and ${areFew}`,
      `${idsOf(filter, { ...scope, isLookedUp: true })} and ${table}.id = any (array(${owners})) and ${areFew}`,
    ],
  };
}

interface BeyondBound {
  /** The condition that few values are beyond the bound. */
  readonly areFew: string;
  /** The ids of the rows that have one of these values. Each may have others too. */
  readonly owners: string;
  /** The condition that a row has a value. */
  readonly hasValue: string;
}

/**
 * A row without a value on one side of a bound has no value, or only values beyond the bound. If these are few, the others do
 * not have to be read, which may be those of all rows.
 */
function beyondBound({ type, field, value }: Compared, scope: Scope): BeyondBound | undefined {
  const bounds = boundsOf(field);
  if (bounds === undefined || field.kind === 'attribute' || !isBound(type)) return undefined;
  const { row, tenant, parameters } = scope;
  const isBeyond = `${columnOf(field, row)} ${operators[opposites[type]]} ${parameters.add(value, typeOf(field))}`;
  const beyond = `select from ${bounds.values(tenant)} and ${isBeyond} limit ${mostBeyond + 1}`;
  return {
    areFew: `(select count(*) from (${beyond}) beyond) <= ${mostBeyond}`,
    owners: `select ${bounds.owner} from ${bounds.ownValues(tenant)} and ${isBeyond}`,
    // In this order, PostgreSQL merges the ids. A hash table of 200,000 ids would be written to the disk.
    hasValue: `exists (select from (${bounds.owners(tenant)} offset 0) owners where owners.id = ${row}.id)`,
  };
}

function boundsOf(field: Field): BoundIndex | undefined {
  return 'bounds' in field ? field.bounds : undefined;
}

const opposites = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' } as const;

function isBound(type: Compared['type']): type is keyof typeof opposites {
  return type in opposites;
}

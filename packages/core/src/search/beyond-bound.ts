import { isBound, operators, opposites, type Scope } from './comparison.js';
import type { Compared } from './excluding-filter.js';
import { fewRows } from './few-rows.js';
import { columnOf, type SortableField, typeOf } from './find-field.js';
import type { RemainingIds } from './remaining-rows.js';
import type { BoundIndex } from './searchable.js';

interface Collected {
  readonly scope: Scope;
  /** The beginning of the names of the queries of this filter. */
  readonly name: string;
  /** The condition that nothing has to be collected. */
  readonly isFull: string;
  /** Returns the statement that finds ids by conditions. */
  readonly idsWhere: (...conditions: readonly string[]) => string;
}

/**
 * A row without a value on one side of a bound has no value, or only values beyond the bound. If these are few, the others do
 * not have to be read, which may be those of all rows. Returns undefined for other comparisons.
 */
export function idsBeyondBound(
  { type, field, value }: Compared & { readonly field: SortableField },
  bounds: BoundIndex,
  collected: Collected,
): ((filter: { joined: readonly string[]; lookedUp: readonly string[] }) => RemainingIds) | undefined {
  if (!isBound(type) || value === null) return undefined;
  const { scope, name, isFull, idsWhere } = collected;
  const { row, tenant, parameters } = scope;
  const isBeyond = `${columnOf(field, row)} ${operators[opposites[type]]} ${parameters.add(value, typeOf(field))}`;
  const beyond = `select from ${bounds.values(tenant)} and ${isBeyond} and not ${isFull}`;
  const { query, areFew } = fewRows(`${name}_beyond`, beyond, scope.sizes);
  const owners = `select ${bounds.owner} from ${bounds.ownValues(tenant)} and ${isBeyond}`;
  return ({ joined, lookedUp }) => {
    const without = idsWithoutBoundedValue(bounds, collected, areFew);
    return {
      queries: [query, ...without.queries],
      ids: [
        ...joined.map((ids) => `${ids} and not ${areFew}`),
        `${idsWhere(...lookedUp, `${row}.id = any (array(${owners}))`)} and ${areFew}`,
        ...without.ids,
      ],
      ...(without.absent && { absent: without.absent }),
    };
  };
}

/**
 * The rows without a value: those without a holder, and those whose holders are all empty. Usually few holders are empty, and
 * these are looked up.
 */
export function idsWithoutBoundedValue(
  { holders, isEmpty, owner }: BoundIndex,
  { scope, name, isFull, idsWhere }: Collected,
  isUsed = 'true',
): RemainingIds {
  const from = holders(scope.tenant);
  const absent = { from, owner };
  if (isEmpty === undefined) return { queries: [], ids: [], absent: [{ ...absent, isUsed }] };
  const id = `${scope.row}.id`;
  const empty = `${name}_empty`;
  const found = `select ${owner} as id from ${from} and ${isEmpty} and ${isUsed} and not ${isFull}`;
  const { query, areFew } = fewRows(empty, found, scope.sizes);
  const filled = `select ${owner} as id from ${from} and not ${isEmpty}`;
  return {
    queries: [query],
    ids: [
      `${idsWhere(
        `${id} = any (array(select id from ${empty}))`,
        `not exists (${filled} and ${owner} = ${id} offset 0)`,
      )} and ${isUsed} and ${areFew}`,
      // In this order, PostgreSQL merges the ids. A hash table of 200,000 ids would be written to the disk.
      `${idsWhere(`not exists (select from (${filled} order by ${owner} offset 0) filled where filled.id = ${id})`)}
        and ${isUsed} and not ${areFew}`,
    ],
    absent: [{ ...absent, isUsed: `(${isUsed} and ${areFew})` }],
  };
}

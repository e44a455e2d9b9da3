import type { Sizes } from '../sizes.js';
import type { OwnedValues, RemainingIds } from './remaining-rows.js';

interface AllRows {
  readonly table: string;
  readonly source: string;
  /** The condition of all rows to which the values can belong. */
  readonly ofOwner: string;
  /** The condition that nothing has to be collected. */
  readonly isFull: string;
  readonly sizes: Sizes;
}

/** If this many chunks lack a value, many rows do, and the rows that follow are joined. */
const mostLacking = 10;

const lowest = `'00000000-0000-0000-0000-000000000000'::uuid`;
const highest = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * Compiles the ids of the rows that lack one of the values. The rows are counted in chunks of an index, by their ids. If as
 * many rows have a value between the same ids, none of the chunk lacks it, and no row has to be compared. Counting the entries
 * of two indexes takes less than two thirds of the time of merging them, and the rows are read once for all values.
 */
export function idsWithoutValues(values: readonly OwnedValues[], rows: AllRows): RemainingIds {
  if (values.length === 0) return { queries: [], ids: [] };
  const { table, source, ofOwner } = rows;
  const id = `${table}.id`;
  const idsWhere = (condition: string) => `select ${id} from ${source} where ${ofOwner} and ${condition}`;
  const inChunk = (column: string) => `${column} > chunks.first and ${column} <= chunks.last`;
  const joinedAfter = `(select last from chunks where lacking = ${mostLacking} and last < ${highest})`;
  const ids = values.flatMap(({ from, owner, isUsed = 'true' }) => [
    `select missing.id from chunks cross join lateral (
       ${idsWhere(inChunk(id))} except select ${owner} from ${from} and ${inChunk(owner)}
     ) missing where not chunks.is_complete and ${isUsed}`,
    `${idsWhere(`${id} > ${joinedAfter}`)} and ${joinedAfter} is not null
       and not exists (select from ${from} and ${owner} = ${id}) and ${isUsed}`,
  ]);
  return { queries: [`chunks as materialized (${chunksSql(values, rows)})`], ids };
}

/**
 * The first row is before all chunks. Each chunk has twice as many rows as the one before, until one lacks a value. The last chunk
 * has fewer rows than were expected, and is not counted.
 */
function chunksSql(values: readonly OwnedValues[], allRows: AllRows): string {
  const { table, source, ofOwner, isFull, sizes } = allRows;
  const { countedRows } = sizes;
  const id = `${table}.id`;
  const rows = { columns: [`${table}.tenant_id`, id], from: `${source} where ${ofOwner}`, owner: id };
  const areComplete = values.map((value) => {
    const { isUsed } = value;
    return `(${isUsed ? `not ${isUsed} or ` : ''}${isComplete(value)})`;
  });
  return `with recursive chunk(first, last, is_complete, lacking, following_rows) as (
      select null::uuid, ${lowest}, true, 0, ${countedRows} where not ${isFull}
      union all
      select chunk.last, coalesce(following.last, ${highest}), compared.is_complete,
        chunk.lacking + (not compared.is_complete)::int,
        case when compared.is_complete and chunk.lacking = 0
          then least(2 * chunk.following_rows, ${4 * countedRows}) else ${countedRows} end
      from chunk
      cross join lateral (select ${lastInChunk(rows)} as last offset 0) following
      cross join lateral (select following.last is not null
        and coalesce(${areComplete.join(' and ')}, false) as is_complete offset 0) compared
      where chunk.last < ${highest} and chunk.lacking < ${mostLacking}
    ) select * from chunk where first is not null`;
}

function isComplete({ from, owner, columns }: OwnedValues): string {
  const ofChunk = `${from} and ${owner} <= following.last`;
  if (columns) return `${lastInChunk({ from: ofChunk, owner, columns })} = following.last`;
  return `(select count(distinct ${owner}) from ${ofChunk} and ${owner} > chunk.last) = chunk.following_rows`;
}

/**
 * Finds the last of as many rows or values as the chunk should have. Skipping the others takes less time than `count`. The condition
 * `entry is not null` uses all columns of the index. Otherwise PostgreSQL would make a row of fewer columns for each entry.
 */
function lastInChunk({ from, owner, columns }: Required<Omit<OwnedValues, 'isUsed'>>): string {
  return `(select entry.${nameOf(owner)} from (select ${columns.join(', ')} from ${from} and ${owner} > chunk.last
    order by ${owner} offset chunk.following_rows - 1 limit 1) entry where entry is not null)`;
}

/** The name of a column without that of its table. */
function nameOf(column: string): string {
  return column.slice(column.indexOf('.') + 1);
}

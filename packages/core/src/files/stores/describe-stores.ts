import { type Database, type FileStore as StoreName, statement } from '@parley/database';

export interface StoreUse {
  readonly store: StoreName;
  readonly files: number;
  readonly bytes: number;
}

/** Returns how much each store contains. This reads one index, which takes a tenth of a second for a million files. */
export function countStores({ sql }: Pick<Database, 'sql'>): Promise<StoreUse[]> {
  return sql(count, []);
}

/** Returns how many objects belong to no file. Such an object is being stored, or will soon be removed. */
export async function countLooseObjects({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const [row] = await sql(countLoose, []);
  return row?.count ?? 0;
}

const count = statement<StoreUse>(
  'count-stores',
  `select store.name as store, count(files.id)::int as files, coalesce(sum(files.size), 0)::float8 as bytes
   from unnest(enum_range(null::file_store)) as store(name) left join files on files.store = store.name
   group by store.name order by store.name`,
);

const countLoose = statement<{ count: number }>(
  'count-loose-objects',
  'select count(*)::int as count from loose_objects',
);

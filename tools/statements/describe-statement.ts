import type { Database } from '../../packages/database/src/index.js';

type Pool = Database['pool'];

/** The description of a column that the driver receives. */
interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** A column of a result, as PostgreSQL describes it without running the statement. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether a plain column of a table may be null. */
  readonly isNullable: boolean;
}

export interface ColumnType {
  readonly name: string;
  /** The values of an enum. */
  readonly labels?: readonly string[];
  /** The element type of an array. */
  readonly element?: ColumnType;
}

export type DescribeStatement = (text: string) => Promise<readonly Column[]>;

/**
 * Prepares statements with the schema of a database, and looks up their columns. The connections of searches are not pipelined;
 * a pipelined one accepts no messages of our own.
 */
export async function createDescriber({ searches: { pool } }: Database): Promise<DescribeStatement> {
  const types = await readTypes(pool);
  const nullable = await readNullableColumns(pool);
  return async (text) => {
    const fields = await parse(pool, text);
    return fields.map((field) => ({
      name: field.name,
      type: typeOf(types, field.dataTypeID),
      isNullable: nullable.has(`${field.tableID}.${field.columnID}`),
    }));
  };
}

/** Sends Parse and Describe of the extended query protocol, and no Bind or Execute. */
async function parse(pool: Pool, text: string): Promise<readonly Field[]> {
  const client = await pool.connect();
  try {
    return await new Promise((resolve, reject) => {
      let fields: readonly Field[] = [];
      client.query({
        submit(connection: typeof client.connection) {
          connection.parse({ name: '', text, types: [] }, true);
          connection.describe({ type: 'S', name: '' }, true);
          connection.sync();
        },
        handleRowDescription(description: { fields: readonly Field[] }) {
          fields = description.fields;
        },
        handleError: reject,
        handleReadyForQuery: () => resolve(fields),
      });
    });
  } finally {
    client.release();
  }
}

interface TypeRow {
  readonly oid: number;
  readonly name: string;
  readonly element: number;
  readonly labels: readonly string[] | null;
}

async function readTypes(pool: Pool): Promise<ReadonlyMap<number, TypeRow>> {
  const { rows } = await pool.query<TypeRow>(
    `select oid::int4 as oid, typname as name, case when typcategory = 'A' then typelem::int4 else 0 end as element,
       (select array_agg(enumlabel::text) from pg_enum where enumtypid = pg_type.oid) as labels
     from pg_type`,
  );
  return new Map(rows.map((row) => [row.oid, row]));
}

function typeOf(types: ReadonlyMap<number, TypeRow>, oid: number): ColumnType {
  const type = types.get(oid);
  if (type === undefined) throw new Error(`There is no type ${oid}`);
  const { name, element, labels } = type;
  return { name, ...(labels && { labels }), ...(element && { element: typeOf(types, element) }) };
}

async function readNullableColumns(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnum > 0 and not attnotnull`,
  );
  return new Set(rows.map(({ key }) => key));
}

import type pg from 'pg';

/** A statement with the shape of its rows. A named one is parsed and planned once per connection. */
export interface Statement<Row> {
  readonly name?: string;
  readonly text: string;
  /** This property only carries the type; it is never set. */
  readonly row?: Row;
}

/** Cast every placeholder in the text (`$1::uuid`), so that the driver and Prisma read it in the same way. */
export function statement<Row = unknown>(name: string, text: string): Statement<Row> {
  declareStatement(name, text);
  return { name, text };
}

/**
 * Refuses a second text under the same name. PostgreSQL would reject it only on connections that have already seen the
 * first.
 */
export function declareStatement(name: string, text: string): void {
  const known = texts.get(name);
  if (known !== undefined && known !== text)
    throw new Error(`Two statements are called ${name}; rename one.`);
  texts.set(name, text);
}

const texts = new Map<string, string>();

/** Every statement of the modules that are loaded, by name; a test prepares each and compares its columns with its row. */
export const declaredStatements: ReadonlyMap<string, string> = texts;

export type Sql = <Row>(statement: Statement<Row>, values: readonly unknown[]) => Promise<Row[]>;

export function sqlOn(queryable: pg.Pool | pg.PoolClient): Sql {
  return async <Row>({ name, text }: Statement<Row>, values: readonly unknown[]) => {
    // The author of the statement declares the type of its rows; the driver cannot know it.
    const result = await queryable.query({ ...(name && { name }), text, values: values as unknown[] });
    return result.rows as Row[];
  };
}

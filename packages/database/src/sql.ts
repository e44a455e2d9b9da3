import type pg from 'pg';

declare const branded: unique symbol;

/**
 * A statement with the shape of its rows. A named one is parsed and planned once per connection. Only `statement` and
 * `composedStatement` make one, so that no text escapes the test that prepares every statement.
 */
export interface Statement<Row> {
  /** This property exists only for the compiler, which refuses any other object with a text. */
  readonly [branded]: true;
  readonly name?: string;
  readonly text: string;
  /** How the driver reads the columns; by default it parses them. */
  readonly types?: pg.CustomTypesConfig;
  /** This property only carries the type; it is never set. */
  readonly row?: Row;
}

/** Rows whose columns are not parsed. */
type Unparsed<Row> = { readonly [Column in keyof Row]: string | null };

/** Cast every placeholder in the text (`$1::uuid`), so that the driver and Prisma read it in the same way. */
export function statement<Row = unknown>(name: string, text: string): Statement<Row> {
  declareStatement(name, text);
  return brandStatement({ name, text });
}

/** Makes a statement whose text depends on the call. No test prepares it, so `tools/statements/test` lists each use. */
export function composedStatement<Row = unknown>(text: string): Statement<Row> {
  return brandStatement({ text });
}

/** Returns the same statement, whose columns are read as the texts that PostgreSQL has written. */
export function unparsed<Row>({ name, text }: Statement<Row>): Statement<Unparsed<Row>> {
  return brandStatement({ ...(name !== undefined && { name }), text, types: texts });
}

// The driver calls nothing else of these types, and its declaration allows one function for each type only.
const texts = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** Only for this package. */
export function brandStatement<Row>(parts: Pick<Statement<Row>, 'name' | 'text' | 'types'>): Statement<Row> {
  return parts as Statement<Row>; // The brand has no value at run time.
}

/**
 * Refuses a second text under the same name. PostgreSQL would reject it only on connections that have already seen the
 * first.
 */
export function declareStatement(name: string, text: string): void {
  const known = declared.get(name);
  if (known !== undefined && known !== text)
    throw new Error(`Two statements are called ${name}; rename one.`);
  declared.set(name, text);
}

const declared = new Map<string, string>();

/** Every statement of the modules that are loaded, by name; a test prepares each and compares its columns with its row. */
export const declaredStatements: ReadonlyMap<string, string> = declared;

export type Sql = <Row>(statement: Statement<Row>, values: readonly unknown[]) => Promise<Row[]>;

export function sqlOn(queryable: pg.Pool | pg.PoolClient): Sql {
  return async <Row>({ name, text, types }: Statement<Row>, values: readonly unknown[]) => {
    // The author of the statement declares the type of its rows; the driver cannot know it.
    const result = await queryable.query({
      ...(name && { name }),
      ...(types && { types }),
      text,
      values: values as unknown[],
    });
    return result.rows as Row[];
  };
}

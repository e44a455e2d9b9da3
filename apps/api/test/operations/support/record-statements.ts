import pg from 'pg';

/**
 * Returns every statement that this process sends to PostgreSQL while the function runs. The last use of a key is left
 * out: it is recorded at most once a minute, and no request waits for it.
 */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  const { submit } = queries;
  queries.submit = function record(connection) {
    statements.push(this.text ?? '');
    return submit.call(this, connection);
  };
  try {
    const result = await work();
    return { result, statements: statements.filter((text) => !text.startsWith(lastUse)) };
  } finally {
    queries.submit = submit;
  }
}

/** What a connection calls when it sends a query. Each connection may have a function `query` of its own. */
interface SentQuery {
  readonly text?: string;
  submit(connection: object): unknown;
}

// The types of the driver name only a part of the methods.
const queries = pg.Query.prototype as unknown as SentQuery;

const lastUse = 'update api_keys set last_used_at';

/** A statement that locks or changes rows. */
export const locksOrWrites =
  /\bfor (no key update|key share|update|share)\b|\b(insert into|delete from|update \w+ )/i;

import pg from 'pg';

/**
 * Returns every statement that this process sends to PostgreSQL while the function runs. The last use of a key is left
 * out: it is recorded once a minute, and no request waits for it.
 */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    statements.push(textOf(args[0]));
    // One of the overloads, whichever the caller uses.
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    const result = await work();
    return { result, statements: statements.filter((text) => !text.startsWith(lastUse)) };
  } finally {
    pg.Client.prototype.query = query;
  }
}

const lastUse = 'update api_keys set last_used_at';

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String(Object(statement).text);
}

/** A statement that locks or changes rows. */
export const locksOrWrites =
  /\bfor (no key update|key share|update|share)\b|\b(insert into|delete from|update \w+ )/i;

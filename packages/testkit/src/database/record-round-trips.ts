import pg from 'pg';

/**
 * The statements that this process sends to PostgreSQL while the function runs, in groups: each group is one round trip. A
 * statement that is sent before those ahead of it on its connection are answered belongs to their group.
 */
export async function recordRoundTrips<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; roundTrips: string[][] }> {
  const roundTrips: string[][] = [];
  const open = new Map<object, { readonly waiting: Set<SentQuery>; group: string[] }>();
  const { submit, handleReadyForQuery, handleError } = queries;
  const end = (query: SentQuery) => {
    for (const { waiting } of open.values()) waiting.delete(query);
  };
  queries.submit = function record(connection) {
    const current = open.get(connection) ?? { waiting: new Set(), group: [] };
    if (current.waiting.size === 0) {
      current.group = [];
      roundTrips.push(current.group);
    }
    current.waiting.add(this);
    current.group.push(this.name ?? this.text ?? '');
    open.set(connection, current);
    return submit.call(this, connection);
  };
  queries.handleReadyForQuery = function record(...args) {
    end(this);
    return handleReadyForQuery.apply(this, args);
  };
  queries.handleError = function record(...args) {
    end(this);
    return handleError.apply(this, args);
  };
  try {
    return { result: await work(), roundTrips };
  } finally {
    Object.assign(queries, { submit, handleReadyForQuery, handleError });
  }
}

/** What a connection calls when it sends a query, and when it has received the result or an error. */
interface SentQuery {
  readonly name?: string;
  readonly text?: string;
  submit(connection: object): unknown;
  handleReadyForQuery(...args: unknown[]): unknown;
  handleError(...args: unknown[]): unknown;
}

// The types of the driver name only a part of the methods.
const queries = pg.Query.prototype as unknown as SentQuery;

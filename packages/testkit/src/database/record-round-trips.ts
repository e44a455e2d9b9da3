import pg from 'pg';

/**
 * The statements that this process sends to PostgreSQL while the function runs, in groups: each group is one round trip. A
 * statement that is sent before those ahead of it on its connection are answered belongs to their group.
 */
export async function recordRoundTrips<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; roundTrips: string[][] }> {
  const roundTrips: string[][] = [];
  const open = new Map<pg.Client, { waiting: number; group: string[] }>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const current = open.get(this) ?? { waiting: 0, group: [] };
    // Without a pipeline, the driver itself waits before it sends.
    if (current.waiting === 0 || !this.pipeline) {
      current.group = [];
      roundTrips.push(current.group);
    }
    current.waiting += 1;
    current.group.push(nameOf(args[0]));
    open.set(this, current);
    const end = () => {
      current.waiting -= 1;
    };
    // One of the overloads, whichever the caller uses; the pool passes a callback.
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const answered: Promise<unknown> = Reflect.apply(query, this, args);
      answered.then(end, end);
      return answered;
    }
    const observed = (...results: unknown[]) => {
      end();
      Reflect.apply(callback, undefined, results);
    };
    return Reflect.apply(query, this, [...args.slice(0, -1), observed]);
  } as typeof query;
  try {
    return { result: await work(), roundTrips };
  } finally {
    pg.Client.prototype.query = query;
  }
}

/** The name of a statement, or the text of one without a name. */
function nameOf(statement: unknown): string {
  const { name, text } = Object(statement);
  return typeof statement === 'string' ? statement : String(name ?? text);
}

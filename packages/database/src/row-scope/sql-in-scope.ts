import type pg from 'pg';
import { hasTimedOut } from '../connections/end-transaction.js';
import { type Sql, sqlOn } from '../sql.js';

/**
 * Runs each statement in a transaction of its own, which `begin` starts. The three are sent together: on a pipelined
 * connection this is one round trip. `commit` ends a transaction whose statement has failed, too.
 */
export function sqlInScope(pool: pg.Pool, begin: string): Sql {
  return async (statement, values) => {
    const client = await pool.connect();
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const [begun, ran, ended] = await Promise.allSettled([
      client.query(begin),
      sqlOn(client)(statement, values),
      client.query('commit'),
    ]);
    const failed = [begun, ran, ended].find(({ status }) => status === 'rejected');
    const isReusable =
      ended.status === 'fulfilled' && !(failed?.status === 'rejected' && hasTimedOut(failed.reason));
    client.release(!isReusable);
    if (begun.status === 'rejected') throw begun.reason;
    if (ran.status === 'rejected') throw ran.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return ran.value;
  };
}

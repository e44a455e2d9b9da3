import type pg from 'pg';
import { type Sql, sqlOn } from '../sql.js';
import { hasTimedOut, rollBack } from './end-transaction.js';

/**
 * Runs each statement in a transaction with its own time limit, for sessions of a pooler, which all have the limit of the
 * role. It takes two more round trips.
 */
export function sqlWithTimeout(pool: pg.Pool, timeoutMs: number): Sql {
  return async (statement, values) => {
    const client = await pool.connect();
    try {
      await client.query(`begin read only; set local statement_timeout = ${timeoutMs}`);
      const rows = await sqlOn(client)(statement, values);
      await client.query('commit');
      client.release();
      return rows;
    } catch (error) {
      client.release(hasTimedOut(error) ? error : await rollBack(client));
      throw error;
    }
  };
}

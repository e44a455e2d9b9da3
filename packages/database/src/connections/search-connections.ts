import type pg from 'pg';
import { type Sql, sqlOn } from '../sql.js';
import { hasTimedOut, rollBack } from './end-transaction.js';

/**
 * The settings of sessions for searches, besides their time limit. A search uses one core, as the limits of concurrent
 * searches assume. Three processes that share a join of 200,000 contacts also use twice the CPU time of one.
 */
export const searchSettings = { max_parallel_workers_per_gather: '0' } as const;

const setSearchSettings = Object.entries(searchSettings)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ');

/**
 * Runs each statement in a transaction with the settings and the time limit of searches, for sessions of a pooler,
 * which all have the limit of the role. It takes two more round trips.
 */
export function sqlWithTimeout(pool: pg.Pool, timeoutMs: number): Sql {
  return async (statement, values) => {
    const client = await pool.connect();
    try {
      await client.query(beginOfSearch(timeoutMs));
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

/** Begins the transaction of a search, with its time limit and settings where the sessions do not have them. */
export function beginOfSearch(timeoutMs: number | undefined): string {
  const begin = 'begin read only';
  return timeoutMs === undefined
    ? begin
    : `${begin}; set local statement_timeout = ${timeoutMs}; ${setSearchSettings}`;
}

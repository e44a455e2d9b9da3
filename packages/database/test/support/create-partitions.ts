import type pg from 'pg';
import { listPartitions, makePartitions } from '../../src/index.js';

/** Creates the partitions of four more weeks as a worker does once the last of the others has begun. Returns their names. */
export async function createPartitions(client: pg.ClientBase): Promise<string[]> {
  const last = (await listPartitions(client)).at(-1);
  if (last === undefined) throw new Error('There is no partition.');
  return makePartitions(client, last.until);
}

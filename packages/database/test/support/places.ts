import { composedStatement, type Database } from '../../src/index.js';

/** A database with the table `places`, whose visits transactions count; it exists only while tests run. */
export interface Places {
  readonly database: Database;
  /** Returns the visits of the north and of the south. */
  countVisits(): Promise<number[]>;
}

export const visit = composedStatement('update places set visits = visits + 1 where name = $1::text');

import type { Database } from '@parley/database';

/** A running service, with a connection of its own to the database. */
export interface Installation {
  readonly url: string;
  /** The URL that the service believes to have; Twilio signs it. */
  readonly publicUrl: string;
  readonly database: Database;
}

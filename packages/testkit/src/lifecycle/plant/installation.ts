import type { Database } from '@parley/database';
import type { TestObjectStorage } from '../../object-storage/start-object-storage.js';

/** A running service, with a connection of its own to the database. */
export interface Installation {
  readonly url: string;
  /** The `PUBLIC_URL` of the service; Twilio signs it. */
  readonly publicUrl: string;
  readonly database: Database;
  /** The folder with the logs of its processes, where they are at hand. */
  readonly logs?: string;
  /** Where the bytes of files are, unless they are in the database. */
  readonly objects?: TestObjectStorage | undefined;
}

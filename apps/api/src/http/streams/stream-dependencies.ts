import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { StreamLimits } from './stream-limits.js';

/** What reading the feeds of streams needs. */
export interface StreamDependencies {
  readonly database: Database;
  readonly now: () => Date;
  readonly logger: Logger;
  /** The base URL of files in events. */
  readonly publicUrl: string;
  readonly limits: StreamLimits;
}

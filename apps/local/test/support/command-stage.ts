import type { Database } from '@parley/database';
import type { Outcome } from './call-command.js';

/** The values that the tests of the commands share; `commands.test.ts` starts the database. */
export interface CommandStage {
  readonly database: Database;
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly run: (program: string, ...args: string[]) => Promise<Outcome>;
}

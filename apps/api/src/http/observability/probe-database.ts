import { boundedRead, type Database, diagnoseMigrations, isDatabaseUnavailable } from '@parley/database';
import type { Logger } from 'pino';

export interface DatabaseState {
  readonly isUp: boolean;
  /** A database with newer migrations than this release is accepted: another instance may have been updated first. */
  readonly isMigrated: boolean;
}

export type ProbeDatabase = () => Promise<DatabaseState>;

/** Anyone can call the probe, so the database is queried at most this often. */
const freshMs = 1_000;

/** Reports whether the database can be used, also when it does not respond. Only changes of the state are logged. */
export function createDatabaseProbe({ pool }: Database, logger: Logger): ProbeDatabase {
  const read = boundedRead(diagnose, { freshMs });
  let loggedState = '';

  return async () => {
    const state = await read();
    if (state !== undefined) return state;
    logChange('silent', () => logger.warn('the database does not respond'));
    return { isUp: false, isMigrated: false };
  };

  async function diagnose(): Promise<DatabaseState> {
    try {
      const { pending, failed } = await diagnoseMigrations(pool);
      if (pending.length + failed.length === 0) {
        logChange('', () => logger.info('the database is ready'));
        return usable;
      }
      logChange(JSON.stringify({ pending, failed }), () =>
        logger.warn({ pending, failed }, 'the database is not migrated'),
      );
      return { isUp: true, isMigrated: false };
    } catch (err) {
      const isUp = !isDatabaseUnavailable(err);
      logChange(`unusable, up: ${isUp}`, () => logger.warn({ err }, 'the database cannot be used'));
      return { isUp, isMigrated: false };
    }
  }

  function logChange(state: string, log: () => void): void {
    if (state !== loggedState) log();
    loggedState = state;
  }
}

const usable: DatabaseState = { isUp: true, isMigrated: true };

import type { OpenDatabaseOptions } from './open-database.js';

export interface WarningLogger {
  warn(fields: object, message: string): void;
}

/** What every process logs about its connections and statements. */
export function logDatabase(logger: WarningLogger): Pick<OpenDatabaseOptions, 'onConnectionLost' | 'onSlow'> {
  return {
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
    onSlow: (statement, durationMs) =>
      logger.warn({ statement, durationMs: Math.round(durationMs) }, 'slow statement'),
  };
}

import type { OpenDatabaseOptions } from './open-database.js';

export interface WarningLogger {
  warn(fields: object, message: string): void;
}

/** Returns the callbacks with which every process logs lost connections and slow statements. */
export function logDatabase(logger: WarningLogger): Pick<OpenDatabaseOptions, 'onConnectionLost' | 'onSlow'> {
  return {
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
    onSlow: (statement, durationMs) =>
      logger.warn({ statement, durationMs: Math.round(durationMs) }, 'slow statement'),
  };
}

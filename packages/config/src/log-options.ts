import { clean } from './clean-log-value.js';
import type { LogLevel } from './process-settings.js';

/**
 * Options for pino, used by every process of the service. Values are copied field by field, so that no line can contain a
 * connection, a key or a password, whatever an error refers to.
 */
export function logOptions(level: LogLevel) {
  return {
    level,
    formatters: { log: (fields: Record<string, unknown>) => cleanFields(fields) },
    // Errors are copied by the formatter; pino's own serializer would add all their properties.
    serializers: { err: (value: unknown) => value },
  };
}

function cleanFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value, name)]));
}

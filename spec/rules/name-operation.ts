import type { Context, JsonObject } from './redocly-plugin.js';

/** Returns the name of the visited operation in messages. */
export function nameOperation(operation: JsonObject, context: Context): string {
  return typeof operation.operationId === 'string'
    ? operation.operationId
    : `the ${String(context.key).toUpperCase()} operation without an operationId`;
}

import type { Context, JsonObject } from './redocly-plugin.js';

/** How a message calls the operation being visited. */
export function nameOperation(operation: JsonObject, context: Context): string {
  return typeof operation.operationId === 'string'
    ? operation.operationId
    : `the ${String(context.key).toUpperCase()} operation without an operationId`;
}

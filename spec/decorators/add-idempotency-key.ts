import { listOf } from '../rules/read-json.js';
import { idempotencyKey } from './common-files.js';
import { decorateOperations, insertKey } from './decorate-operations.js';

/** Declares the `Idempotency-Key` of an operation that is marked `x-idempotent`. */
export const addIdempotencyKey = decorateOperations((operation, { refer }) => {
  if (operation['x-idempotent'] !== true) return;
  insertKey(operation, 'parameters', [refer(idempotencyKey), ...listOf(operation.parameters)]);
});

import { listOf } from '../rules/read-json.js';
import { idempotencyKey } from './common-files.js';
import { decorateOperations, insertKey } from './decorate-operations.js';

/** Declares the `Idempotency-Key` that an operation marked `x-idempotent` takes. */
export const addIdempotencyKey = decorateOperations((operation, { refer }) => {
  if (operation['x-idempotent'] !== true) return;
  insertKey(operation, 'parameters', [refer(idempotencyKey), ...listOf(operation.parameters)]);
});

import type { Context } from '../context.js';
import { newId } from '../ids.js';

/** Returns the columns that each new row of a resource has. */
export function newRow({ tenantId, now }: Context) {
  const at = now();
  return { tenantId, id: newId(), createdAt: at, updatedAt: at };
}

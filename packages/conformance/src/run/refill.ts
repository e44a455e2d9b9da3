import type { Operation } from '../document/operation.js';
import { listPathParameters } from '../pool/resource-names.js';
import type { Run } from './run.js';
import { sendSuccessful } from './send-successful.js';

/** The number of records that should exist before one of them is deleted. */
const enough = 2;

/** Creates new records before the last ones are deleted. */
export async function refill(run: Run, operation: Operation): Promise<void> {
  if (operation.method !== 'DELETE') return;
  const last = listPathParameters(operation.path).at(-1);
  if (!last) return;
  const creator = last.resources
    .map((resource) => run.creators.get(resource))
    .find((found) => found !== undefined);
  if (!creator || run.pool.count(last.resources) >= enough) return;
  await sendSuccessful(run, creator, { tries: 3 });
}

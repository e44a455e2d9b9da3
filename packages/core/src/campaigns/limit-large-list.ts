import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Context } from '../context.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';

/** Beyond this the contacts take most of the time. */
const mostContactsAtOnce = 100;

/** Does work that imports contacts; that of long lists waits for its turn. */
export function limitLargeList<Result>(
  context: Context,
  contacts: readonly ImportEntry[] | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const isLarge = (contacts?.length ?? 0) > mostContactsAtOnce;
  return isLarge ? limitBulkWork(context, work) : work();
}

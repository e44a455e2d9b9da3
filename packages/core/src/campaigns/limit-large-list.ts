import type { Context } from '../context.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import type { Recipients } from './recipients.js';

/** Beyond this the contacts take most of the time. */
const mostContactsAtOnce = 100;

/** Does work that adds recipients; that of long lists waits for its turn. */
export function limitLargeList<Result>(
  context: Context,
  { contacts = [], contactIds = [] }: Recipients,
  work: () => Promise<Result>,
): Promise<Result> {
  return limitBulkWork(context, work, contacts.length + contactIds.length > mostContactsAtOnce);
}

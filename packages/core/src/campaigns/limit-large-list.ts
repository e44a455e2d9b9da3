import type { Context } from '../context.js';
import { limitContactsPerCall } from '../plans/limit-reached.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { maxRecipients } from './check-campaign.js';
import type { Recipients } from './recipients.js';

/** Runs work that adds recipients; long lists count as bulk work. */
export async function limitLargeList<Result>(
  context: Context,
  { contacts = [], contactIds = [] }: Recipients,
  work: () => Promise<Result>,
): Promise<Result> {
  const count = contacts.length + contactIds.length;
  // A list that is too long for every plan is an error of the request, which the check of the campaign reports.
  if (count <= maxRecipients) limitContactsPerCall(context, count);
  return limitBulkWork(context, work, count > context.sizes.contactsOfBulkWork);
}

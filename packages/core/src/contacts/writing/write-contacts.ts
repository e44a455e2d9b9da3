import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { claimPeople } from '../import/claim-people.js';
import type { HandleOwners, NewHandle } from '../import/plan-import.js';
import { putLabelIds, putLabels } from '../import/put-labels.js';
import type { ContactWrite } from './contact-write.js';
import { replaceAddresses } from './replace-addresses.js';
import { updateColumns } from './update-columns.js';
import { writeAttributeValues } from './write-attribute-values.js';

export interface ContactsToWrite {
  /** All addresses for which the plan needs to know the contact. */
  readonly handles: readonly NewHandle[];
  /** Called again when a concurrent transaction inserts an address, so it must keep no state between calls. */
  readonly plan: (owners: HandleOwners) => Promise<readonly ContactWrite[]>;
}

export interface WrittenContacts {
  /** The contacts that changed. */
  readonly contactIds: ReadonlySet<string>;
  /** The attributes whose values changed, in any of the contacts. */
  readonly attributeIds: readonly string[];
}

/**
 * Creates and changes contacts, and returns what changed. The number of statements does not depend on
 * the number of contacts. The caller records the events.
 */
export async function writeContacts(
  transaction: Transaction,
  context: Context,
  { handles, plan }: ContactsToWrite,
): Promise<WrittenContacts> {
  const claimed = await claimPeople(transaction, context, {
    handles,
    plan: async (owners) => (await plan(owners)).map((write) => ({ ...claimantOf(write), write })),
  });
  const writes = claimed.map(({ write }) => write);
  const addressed = await replaceAddresses(transaction, context, writes);
  const attributes = await writeAttributeValues(transaction, context, writes);
  const changed = new Set([
    ...writes
      .filter(({ isNew, newHandles }) => isNew || newHandles.length > 0)
      .map(({ contactId }) => contactId),
    ...addressed,
    ...attributes.map(({ contactId }) => contactId),
    ...(await putLabelIds(transaction, context, writes.flatMap(labelRows))),
    ...(await putLabels(transaction, context, writes)),
  ]);
  const updated = await updateColumns(transaction, context, { writes, changed });
  return {
    contactIds: new Set([...changed, ...updated]),
    attributeIds: [...new Set(attributes.map(({ attributeId }) => attributeId))],
  };
}

function claimantOf({ contactId, isNew, newHandles, values }: ContactWrite) {
  const { attributes, ...columns } = values;
  return { contactId, isNew, newHandles, ...columns };
}

function labelRows({ contactId, labelIds = [] }: ContactWrite) {
  return labelIds.map((labelId) => ({ contactId, labelId }));
}

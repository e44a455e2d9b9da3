import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { ValidationErrors } from '../validation-errors.js';
import { findAttributeRoom } from './bounds/attribute-room.js';
import { findLabelRoom } from './bounds/label-room.js';
import { tooManyHandles } from './bounds/max-handles.js';
import { claimPeople } from './import/claim-people.js';
import { completeContacts } from './import/complete-contacts.js';
import { findCrowded } from './import/find-crowded.js';
import {
  type AttributeIds,
  type HandleOwners,
  handlesOf,
  type ImportEntry,
  type Person,
  planImport,
  valuesOf,
} from './import/plan-import.js';
import { putLabels } from './import/put-labels.js';
import { setAttributeValues } from './import/set-attribute-values.js';
import { recordContactsWritten } from './record-contacts-updated.js';

export interface ContactImport extends AttributeIds {
  readonly entries: readonly ImportEntry[];
}

/**
 * Finds or creates the contact of each entry, and writes labels, attribute values, and names that are missing. The
 * number of statements does not depend on the number of contacts. Returns each contact's id once.
 *
 * An import triggers no automations: loading a list is not a reason to send a message to everybody on it.
 */
export async function importContacts(
  transaction: Transaction,
  context: Context,
  { entries, attributeIds }: ContactImport,
): Promise<string[]> {
  if (entries.length === 0) return [];
  const people = await claimPeople(transaction, context, {
    handles: entries.flatMap(handlesOf),
    plan: (owners) => planWithRoom(transaction, context, { entries, attributeIds, owners }),
  });
  await refuseManyHandles(transaction, context, people);
  const changed = new Set([
    ...people
      .filter(({ isNew, newHandles }) => isNew || newHandles.length > 0)
      .map(({ contactId }) => contactId),
    ...(await putLabels(transaction, context, people)),
    ...(await setAttributeValues(transaction, context, { people, attributeIds })),
  ]);
  const completed = await completeContacts(transaction, context, { people, changed });
  const created = new Set(people.filter(({ isNew }) => isNew).map(({ contactId }) => contactId));
  const written = [...new Set([...changed, ...completed])];
  recordContactsWritten(
    transaction,
    context,
    written.map((contactId) => ({ contactId, isNew: created.has(contactId) })),
  );
  return people.map(({ contactId }) => contactId);
}

/** Refuses the whole import if one of the contacts would have too many labels, or too many bytes of values. */
async function planWithRoom(
  transaction: Transaction,
  context: Context,
  { entries, attributeIds, owners }: ContactImport & { readonly owners: HandleOwners },
): Promise<Person[]> {
  const contactIds = [...owners.values()];
  const names = entries.flatMap(({ labels = [] }) => labels.map(({ name }) => name));
  const room = await findLabelRoom(transaction, context, { contactIds, names });
  const values = entries.map((entry) => valuesOf(entry, attributeIds));
  const attributeRoom = await findAttributeRoom(transaction, context, { contactIds, values });
  const errors = new ValidationErrors();
  const people = planImport(entries, { owners, room, attributeRoom, attributeIds }, errors);
  errors.throwIfAny();
  return people;
}

async function refuseManyHandles(
  transaction: Transaction,
  context: Context,
  people: readonly Person[],
): Promise<void> {
  const crowded = await findCrowded(transaction, context, people);
  const errors = new ValidationErrors();
  for (const { index, contactId } of people) {
    if (crowded.has(contactId)) errors.add(`contacts.${index}`, 'too_big', tooManyHandles);
  }
  errors.throwIfAny();
}

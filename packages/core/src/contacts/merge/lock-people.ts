import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { invalidParam, notFound } from '../../domain-error.js';
import { isId } from '../../ids.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import type { Transaction } from '../../sql/transact.js';
import { exceedsAttributeBytes, TooManyAttributeBytesError } from '../bounds/max-attribute-bytes.js';
import { maxHandles, tooManyHandles } from '../bounds/max-handles.js';
import { maxLabels, TooManyLabelsError } from '../bounds/max-labels.js';
import type { ContactMerge } from './contact-merge.js';
import { findSuccessor } from './find-successor.js';

export interface LockedPeople {
  readonly keptId: string;
  /** Null if this contact was merged into the other one before. */
  readonly mergedId: string | null;
  /** The chats that move. */
  readonly chatIds: readonly string[];
}

/** The same limit as for a request that writes `metadata`. */
const maxMetadataBytes = 16 * 1_024;

/**
 * Locks both contacts, and what moves, in the order of all writers: a worker locks a run and then the chat, and an inbound
 * message locks the chat and then the contact. Both contacts are locked in the order of their ids, so that two merges of
 * the same contacts wait for each other.
 */
export async function lockPeople(
  transaction: Transaction,
  context: Context,
  { contactId, mergedId }: ContactMerge,
): Promise<LockedPeople> {
  const { sql, isReadOnly = false } = transaction;
  const { tenantId } = context;
  const ids = [contactId, mergedId].filter(isId).map((id) => id.toLowerCase());
  const [, other = null] = ids.length === 2 ? ids : [];
  if (!isReadOnly && other !== null) {
    await sql(lockRuns, [tenantId, other]);
    await sql(lockChats, [tenantId, other]);
    await sql(lockContacts, [tenantId, ids]);
  }
  const people = await sql(findPeople, [tenantId, ids]);
  const kept = people.find(({ id }) => id === contactId.toLowerCase());
  if (kept === undefined) throw notFound('contact');
  if (kept.id === mergedId.toLowerCase())
    throw invalidParam('contactId', 'invalid_string', 'A contact cannot be merged into itself');
  const merged = people.find(({ id }) => id === mergedId.toLowerCase());
  if (merged === undefined) {
    const successorId = await findSuccessor(transaction.sql, { tenantId, contactId: mergedId });
    if (successorId === kept.id) return { keptId: kept.id, mergedId: null, chatIds: [] };
    throw invalidParam('contactId', 'not_found', 'Contact not found');
  }
  refuseLargeMetadata(kept, merged);
  const [united] = await sql(countUnited, [tenantId, ids, kept.id]);
  if ((united?.handles ?? 0) > maxHandles) throw invalidParam('contactId', 'too_big', tooManyHandles);
  // A contact that had more before there was a limit keeps them.
  if ((united?.labels ?? 0) > Math.max(maxLabels, united?.keptLabels ?? 0))
    throw new TooManyLabelsError('contactId');
  if (exceedsAttributeBytes({ before: united?.keptBytes ?? 0, after: united?.bytes ?? 0 }))
    throw new TooManyAttributeBytesError('contactId');
  // A chat that was created before the contact was locked is not locked yet. Nothing that it needs is locked after it.
  const chats = isReadOnly ? [] : await sql(lockChats, [tenantId, merged.id]);
  return { keptId: kept.id, mergedId: merged.id, chatIds: chats.map(({ id }) => id) };
}

function refuseLargeMetadata(kept: Person, merged: Person): void {
  const metadata = JSON.stringify({ ...merged.metadata, ...kept.metadata });
  if (Buffer.byteLength(metadata) > maxMetadataBytes)
    throw invalidParam('contactId', 'too_big', 'The metadata of both contacts is longer than 16 KB');
}

/** Runs that have ended are locked by nobody. */
const lockRuns = statement(
  'lock-runs-to-move',
  `select id from automation_runs
   where tenant_id = $1::uuid and contact_id = $2::uuid and status in ('scheduled', 'running')
   order by id for no key update`,
);

const lockChats = statement<{ id: string }>(
  'lock-chats-to-move',
  `select id from chats where tenant_id = $1::uuid and contact_id = $2::uuid order by id for no key update`,
);

interface Person {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const lockContacts = statement(
  'lock-contacts-to-merge',
  `select id from contacts where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id for update`,
);

/**
 * This and the next one are separate statements, because the one that locks does not see what was committed while it waited:
 * the erasure of a contact, which may have hidden the row and not deleted it, and added addresses and labels.
 */
const findPeople = statement<Person>(
  'find-contacts-to-merge',
  `select contact.id, contact.metadata from contacts contact
   where contact.tenant_id = $1::uuid and contact.id = any ($2::uuid[]) and ${isNotErased('contact.id')}`,
);

interface United {
  readonly handles: number;
  readonly labels: number;
  readonly keptLabels: number;
  /** Of the attribute values: where both contacts have one, that of the kept contact stays. */
  readonly bytes: number;
  readonly keptBytes: number;
}

const countUnited = statement<United>(
  'count-united-parts-of-contacts',
  `select
     (select count(*)::int from handles where tenant_id = $1::uuid and contact_id = any ($2::uuid[])) as handles,
     (select count(distinct label_id)::int from contact_labels
      where tenant_id = $1::uuid and contact_id = any ($2::uuid[])) as labels,
     (select count(*)::int from contact_labels
      where tenant_id = $1::uuid and contact_id = $3::uuid) as "keptLabels",
     (select coalesce(sum(octet_length(value)), 0)::int from attribute_values
      where tenant_id = $1::uuid and contact_id = $3::uuid) as "keptBytes",
     (select coalesce(sum(octet_length(value)), 0)::int from attribute_values own_value
      where tenant_id = $1::uuid and contact_id = any ($2::uuid[]) and (contact_id = $3::uuid or not exists (
        select from attribute_values kept_value where kept_value.tenant_id = $1::uuid
          and kept_value.contact_id = $3::uuid and kept_value.attribute_id = own_value.attribute_id))) as bytes`,
);

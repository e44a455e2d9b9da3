import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { recordingSql } from '../../events/recording-sql.js';
import { newIdsAt } from '../../ids.js';
import { jsonObject } from '../../sql/json.js';
import type { Transaction } from '../../sql/transact.js';
import { type ContactRecord, contactJson } from '../contact-record.js';
import type { MergedPair } from './move-records.js';

/** The data of `contact.merged`. */
export interface MergedContactRecord {
  readonly contact: ContactRecord;
  readonly mergedContactId: string;
}

/**
 * Records `contact.merged`, and `contact.updated` after it, with the kept contact as it is now in this transaction, and
 * returns the contact.
 */
export async function recordContactMerged(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { keptId, mergedId }: MergedPair,
): Promise<ContactRecord> {
  const at = now();
  const rows = await sql(record, [tenantId, at, ...newIdsAt(at), keptId, mergedId]);
  const contact = rows.map(({ record }) => record).find((one) => one !== null);
  if (contact === undefined)
    throw new Error(`Contact ${keptId} does not exist, so its merge cannot be recorded`);
  return contact;
}

/** The record of the contact is built once for both events, and returned with the second one. */
const record = statement<{ record: ContactRecord | null; deliveryCount: number }>(
  'record-contact-merged',
  recordingSql(
    `select event.id, event.type, null::text as legacy_type, null::uuid as channel_id, null::uuid as chat_id,
       contact.id as contact_id, case event.type when 'contact.updated' then contact.data
         else ${jsonObject<MergedContactRecord>({ contact: 'contact.data', mergedContactId: '$6::uuid' })} end as data
     from (
       select contact.id, ${contactJson('contact')} as data from contacts contact
       where contact.tenant_id = $1::uuid and contact.id = $5::uuid offset 0
     ) contact
     cross join (values ($3::uuid, 'contact.merged'), ($4::uuid, 'contact.updated')) as event(id, type)`,
    `case source.type when 'contact.updated' then source.data end as record`,
  ),
);

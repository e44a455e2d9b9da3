import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { jsonObject } from '../sql/json.js';
import type { Transaction } from '../sql/transact.js';

/** The data of `contact.deleted`: no personal data, because the event outlives the person's data. */
export interface DeletedContactRecord {
  readonly id: string;
}

/** Records `contact.deleted`. Call it before the chats are deleted, because they determine the channels of the event. */
export function recordContactDeleted(
  { send }: Transaction,
  { tenantId, now }: Context,
  contactId: string,
): void {
  send(record, [tenantId, now(), newId(), contactId]);
}

const record = statement(
  'record-contact-deleted',
  recordingSql(
    `select $3::uuid as id, 'contact.deleted' as type, null::text as legacy_type, null::uuid as channel_id,
       null::uuid as chat_id, $4::uuid as contact_id, ${jsonObject<DeletedContactRecord>({ id: '$4::uuid' })} as data`,
    'count(*)::int as "eventCount"',
  ),
);

import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { messageTemplateJson } from './message-template-record.js';

/** Records `message_template.updated` with the template as it is now in this transaction. v2 has no such event. */
export function recordTemplateUpdated({ send }: Transaction, { tenantId, now }: Context, id: string): void {
  send(record, [tenantId, now(), newId(), id]);
}

const record = statement(
  'record-message-template-updated',
  recordingSql(
    `select $3::uuid as id, 'message_template.updated' as type, null::text as legacy_type,
       (template.registration ->> 'channelId')::uuid as channel_id, null::uuid as chat_id, null::uuid as contact_id,
       ${messageTemplateJson('template')} as data
     from message_templates template where template.tenant_id = $1::uuid and template.id = $4::uuid`,
    'source.id',
  ),
);

import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { awaitsReplySql } from './awaits-reply-sql.js';

/** Cancels the runs that wait for a reply in a chat that was closed: nobody expects the reply any more. */
export function cancelQuestions(
  { send }: Transaction,
  { tenantId, now }: Context,
  { chatId }: { chatId: string },
): void {
  send(cancel, [tenantId, now(), chatId, JSON.stringify(chatClosed)]);
}

const chatClosed = {
  code: 'chat_closed',
  message: 'The chat was closed while the run waited for a reply.',
};

/** A run that is locked continues at this moment. It is skipped, because its worker may be waiting for the chat. */
const cancel = statement(
  'cancel-questions-of-chat',
  `update automation_runs set status = 'canceled', error = $4::jsonb, finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = any (array(
     select run.id from automation_runs run
     where run.tenant_id = $1::uuid and run.chat_id = $3::uuid and ${awaitsReplySql('run')}
     order by run.id for no key update skip locked
   ))`,
);

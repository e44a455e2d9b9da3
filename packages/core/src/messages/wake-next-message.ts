import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';

/** The messages of a chat go out one after the other: when one is out, or given up, the next is due. */
export async function wakeNextMessage(
  { sql }: Transaction,
  { tenantId, now }: Context,
  chatId: string,
): Promise<void> {
  await sql(wake, [tenantId, now(), chatId]);
}

export function sendingJobKey(tenantId: string, messageId: string): string {
  return `send-message:${tenantId}:${messageId}`;
}

const wake = statement(
  'wake-next-message',
  `select from (
     select id from messages
     where tenant_id = $1::uuid and chat_id = $3::uuid and sender = 'outbound' and status = 'pending'
     order by id limit 1
   ) next, lateral graphile_worker.add_job('send-message',
     payload := json_build_object('tenantId', $1::uuid, 'messageId', next.id), run_at := $2::timestamptz,
     job_key := 'send-message:' || $1::text || ':' || next.id)`,
);

import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { RecipientAddress } from '../../messages/sending/find-recipient.js';
import type { Transaction } from '../../sql/transact.js';
import { StepFailure } from '../versions/step-failure.js';
import type { LeasedRun } from './run.js';

/**
 * Returns the chat of the run, else the one that the contact used last on the run's channel; null when there is none.
 */
export async function findRunChat(
  transaction: Transaction,
  context: Context,
  run: LeasedRun,
): Promise<string | null> {
  return (await readRunChat(transaction, context, run)).chatId;
}

/** Like `findRunChat`, but throws when there is no chat. */
export async function requireRunChat(
  transaction: Transaction,
  context: Context,
  run: LeasedRun,
): Promise<string> {
  const chatId = await findRunChat(transaction, context, run);
  if (chatId === null)
    throw new StepFailure('chat_not_found', 'The contact has no chat that this step could change.');
  return chatId;
}

/** Returns the recipient of a message of the run: its chat, else a new one on a channel that reaches the contact. */
export function toAddress(run: LeasedRun, { chatId, channelId }: RunChat): RecipientAddress {
  if (chatId !== null) return { chatId };
  if (channelId !== null) return { contactId: run.contactId, channelId };
  throw new StepFailure(
    'contact_unreachable',
    run.channelId === null
      ? 'The contact has neither a chat nor an address for any channel.'
      : 'The contact has neither a chat nor an address for the channel of this run.',
  );
}

interface RunChat {
  readonly chatId: string | null;
  readonly channelId: string | null;
  /** Whether the contact accepts messages of campaigns. */
  readonly isSubscribed: boolean;
}

export async function readRunChat(
  { sql }: Transaction,
  { tenantId }: Context,
  run: LeasedRun,
): Promise<RunChat> {
  const [found] = await sql(find, [tenantId, run.contactId, run.channelId, run.id]);
  if (found === undefined) throw new Error('The lookup of a run’s chat returned no row');
  return found;
}

/**
 * Returns the SQL condition that the contact has an address of the type that the channel needs, so that a chat can be
 * created.
 */
export function isReachableSql(contactId: string, channel: string): string {
  return `exists (select from handles reachable
    where reachable.tenant_id = ${channel}.tenant_id and reachable.contact_id = ${contactId}
      and reachable.type = case ${channel}.type when 'email' then 'email'::handle_type
        when 'instagram' then 'instagram'::handle_type else 'phone_number'::handle_type end)`;
}

/** Reads chat and channel from the row of the run, because an earlier step of this lease may have set them. */
const find = statement<RunChat>(
  'find-automation-run-chat',
  `select coalesce(run.chat_id,
     (select chat.id from chats chat
      where chat.tenant_id = $1::uuid and chat.contact_id = $2::uuid
        and (run.channel_id is null or chat.channel_id = run.channel_id)
      order by chat.updated_at desc, chat.id desc limit 1)) as "chatId",
   (select channel.id from channels channel
    where channel.tenant_id = $1::uuid and (run.channel_id is null or channel.id = run.channel_id)
      and ${isReachableSql('$2::uuid', 'channel')}
    order by channel.created_at, channel.id limit 1) as "channelId",
   exists (select from contacts where tenant_id = $1::uuid and id = $2::uuid and is_subscribed) as "isSubscribed"
   from (
     select chat_id, coalesce($3::uuid, channel_id) as channel_id from automation_runs
     where tenant_id = $1::uuid and id = $4::uuid
   ) run`,
);

import { type ChatStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { invalidParam } from '../domain-error.js';
import { isId } from '../ids.js';
import { addJob } from '../jobs/add-job.js';
import { requireById } from '../resources/get-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import type { Transaction } from '../sql/transact.js';
import { transactTogether } from '../sql/transact-together.js';
import { cancelQuestions } from '../triggers/cancel-questions.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import type { TriggerEvent } from '../triggers/trigger-event.js';
import { type ChatRecord, chats } from './chat-record.js';
import { recordChatUpdated } from './record-chat-updated.js';

export interface ChatStatusChange {
  readonly chatId: string;
  readonly status?: ChatStatus;
  /**
   * The end of the snooze; only with the status `snoozed`. Null means the next inbound message. An absent value keeps
   * the end of a current snooze.
   */
  readonly snoozedUntil?: string | null;
  readonly triggerAutomations?: boolean;
  /** The chain of events to which the change belongs; set when the run of an automation makes it. */
  readonly chainId?: string;
}

/**
 * Sets the status; default is `open`. Setting the same status again changes nothing and emits no event, but a different
 * end of a snooze is a change.
 */
export async function changeChatStatus(context: Context, change: ChatStatusChange): Promise<ChatRecord> {
  return transactTogether(context, {
    kind: 'change-chat-status',
    recordId: change.chatId,
    work: (transaction) => applyChatStatus(transaction, context, change),
  });
}

/** Like `changeChatStatus`, as part of the caller's transaction. */
export async function applyChatStatus(
  transaction: Transaction,
  context: Context,
  change: ChatStatusChange,
): Promise<ChatRecord> {
  const { chatId, status = 'open', triggerAutomations = false, chainId } = change;
  const snooze = checkSnooze(context, status, change.snoozedUntil);
  const isChanged =
    isId(chatId) && (await setStatus(transaction, context, { chatId, status, snooze, chainId }));
  if (!isChanged) return requireById(transaction.sql, chats, { tenantId: context.tenantId, id: chatId });
  const chat = await recordChatUpdated(transaction, context, chatId);
  if (chat.status === 'closed') cancelQuestions(transaction, context, { chatId: chat.id });
  if (snooze.until) scheduleEndOfSnooze(transaction, context, { chatId: chat.id, at: snooze.until });
  if (triggerAutomations) await triggerForStatus(transaction, context, { chat, chainId });
  return chat;
}

interface Snooze {
  readonly until: Date | null;
  readonly isGiven: boolean;
}

/**
 * An end in the past is refused instead of meaning "now", because it hints at a wrong clock or time zone of the caller.
 */
export function checkSnooze({ now }: Context, status: ChatStatus, until: string | null | undefined): Snooze {
  if (until === undefined || until === null) return { until: null, isGiven: until === null };
  if (status !== 'snoozed') {
    throw invalidParam('snoozedUntil', 'unrecognized_keys', 'Only allowed with the status "snoozed"');
  }
  const end = new Date(until);
  if (!(end > now())) throw invalidParam('snoozedUntil', 'too_small', 'Must be in the future');
  return { until: end, isGiven: true };
}

interface StatusToSet {
  readonly chatId: string;
  readonly status: ChatStatus;
  readonly snooze: Snooze;
  /** The end of a snooze continues the chain. */
  readonly chainId: string | undefined;
}

async function setStatus(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { chatId, status, snooze, chainId }: StatusToSet,
): Promise<boolean> {
  const isNewEndGiven = status === 'snoozed' && snooze.isGiven;
  const end = [snooze.until, isNewEndGiven];
  const changed = await sql(update, [tenantId, chatId, status, ...end, now(), chainId ?? null]);
  return changed.length > 0;
}

const update = statement<{ id: string }>(
  'change-chat-status',
  `update chats set status = $3::chat_status, snoozed_until = $4::timestamptz, snooze_chain_id = $7::uuid,
     updated_at = $6::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid and ${isNotErased('chats.id')}
     and (status <> $3::chat_status or ($5::boolean and snoozed_until is distinct from $4::timestamptz))
   returning id`,
);

/** The worker opens the chat only when it is still snoozed and due, so an outdated job does no harm. */
export function scheduleEndOfSnooze(
  transaction: Transaction,
  { tenantId }: Context,
  { chatId, at }: { chatId: string; at: Date },
): void {
  const key = `end-snooze:${tenantId}:${chatId}`;
  addJob(transaction, { task: 'end-snooze', payload: { tenantId, chatId }, runAt: at, key });
}

const triggerOf: Record<ChatStatus, TriggerEvent['type'] | undefined> = {
  open: 'chat_opened',
  closed: 'chat_closed',
  snoozed: undefined,
};

async function triggerForStatus(
  transaction: Transaction,
  context: Context,
  { chat, chainId }: { chat: ChatRecord; chainId: string | undefined },
): Promise<void> {
  const type = triggerOf[chat.status];
  if (type === undefined) return;
  const { id: chatId, channelId, contactId } = chat;
  await startTriggeredRuns(transaction, context, { type, channelId, contactId, chatId, chainId });
}

import { readSender } from '../../addresses/read-sender.js';
import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { withPlacedContent } from '../../files/with-placed-content.js';
import { transact } from '../../sql/transact.js';
import { claimFreeChats } from './claim-chat.js';
import { type PlannedAttachments, planAttachments } from './keep-attachments.js';
import { limitInboundWork } from './limit-inbound-work.js';
import {
  applyReceptions,
  type MessageReception,
  planReception,
  type ReceptionResult,
  recordMessage,
} from './receive-message.js';
import type { ReceivedMessage } from './received-message.js';

/** Messages of one channel that arrived at the same time. */
export interface MessageReceptions extends Omit<MessageReception, 'item'> {
  readonly items: readonly ReceivedMessage[];
}

/**
 * Does for many messages what `receiveMessage` does for one, at a fraction of the cost.
 *
 * Messages whose chat exists and is not locked share one transaction, and are recorded when the list is returned. All
 * others are recorded alone afterwards, those of one sender in their order: the first message of a sender, further
 * messages of a sender, messages that may take a long time, and all messages when one of the batch cannot be recorded. So an
 * invalid message never affects another one.
 */
export async function receiveMessages(
  context: Context,
  { items: received, ...ofChannel }: MessageReceptions,
): Promise<Promise<ReceptionResult | null>[]> {
  const items = await Promise.all(
    received.map(async (item) => ({ ...item, from: await readSender(context, item.from) })),
  );
  const together = firstOfEachSender(items).filter(isQuick);
  const done = await receiveTogether(context, { ...ofChannel, items: together }).catch(refuseUnlessData);
  const before = new Map<string, Promise<unknown>>();
  return items.map((item) => {
    const known = done.get(item);
    if (known !== undefined) return Promise.resolve(known);
    const receive = () => limitInboundWork(context, () => recordMessage(context, { ...ofChannel, item }));
    const result = before.get(senderOf(item))?.then(receive, receive) ?? receive();
    before.set(senderOf(item), result);
    return result;
  });
}

type Results = ReadonlyMap<ReceivedMessage, ReceptionResult | null>;

/**
 * An error of one message occurs again when that message is recorded alone; an unavailable database fails all of them.
 */
function refuseUnlessData(error: unknown): Results {
  if (error instanceof DomainError || /^2[23]/.test(String(Object(error).code))) return new Map();
  throw error;
}

/** An echo may wait for the message that it repeats, and storing files takes a long time. */
function isQuick({ echo, attachments }: ReceivedMessage): boolean {
  return !echo && attachments.every(({ content }) => content === undefined);
}

function firstOfEachSender(items: readonly ReceivedMessage[]): ReceivedMessage[] {
  const bySender = new Map<string, ReceivedMessage>();
  for (const item of items) if (!bySender.has(senderOf(item))) bySender.set(senderOf(item), item);
  return [...bySender.values()];
}

function senderOf({ from }: ReceivedMessage): string {
  return `${from.handleType} ${from.value}`;
}

async function receiveTogether(context: Context, receptions: MessageReceptions): Promise<Results> {
  const { items } = receptions;
  if (items.length === 0) return new Map();
  return withPlacedContent(context, async (place) => {
    const plans = await Promise.all(items.map(({ attachments }) => planAttachments(place, attachments)));
    return recordTogether(context, receptions, plans);
  });
}

function recordTogether(
  context: Context,
  { items, ...ofChannel }: MessageReceptions,
  plans: readonly PlannedAttachments[],
): Promise<Results> {
  return transact(context, async (transaction) => {
    const senders = items.map(({ from }) => from);
    const chats = await claimFreeChats(transaction, context, { channelId: ofChannel.channelId, senders });
    const planned = items.flatMap((item, index) => {
      const chat = chats[index];
      const plan = plans[index];
      return chat && plan ? [planReception({ ...ofChannel, item, plan }, chat)] : [];
    });
    const results = await applyReceptions(transaction, context, planned);
    return new Map(planned.map(({ item }, index) => [item, results[index] ?? null]));
  });
}

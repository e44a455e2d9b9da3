import { readSender } from '../../addresses/read-sender.js';
import type { Context } from '../../context.js';
import { tryTogether } from '../../sql/together-or-alone.js';
import { claimChats } from './claim-chat.js';
import { recordOfLink } from './keep-attachments.js';
import { limitInboundWork } from './limit-inbound-work.js';
import {
  applyReceptions,
  type MessageReception,
  planReception,
  type ReceptionResult,
  recordMessage,
} from './receive-message.js';
import type { LinkedAttachment, ReceivedMessage } from './received-message.js';

/** Messages of one channel that arrived at the same time. */
export interface MessageReceptions extends Omit<MessageReception, 'item'> {
  readonly items: readonly ReceivedMessage[];
}

/**
 * Does for many messages what `receiveMessage` does for one, at a fraction of the cost.
 *
 * Messages whose chat exists and is not locked share one transaction, and are recorded when the list is returned. The first
 * messages of new senders share it if there are no others, or else another one afterwards, because it can wait for locks. All
 * others are recorded alone, those of one sender in their order: further messages of a sender, messages that may take a long time,
 * and all messages of a transaction that fails because of one of them. So an invalid message never affects another one.
 */
export async function receiveMessages(
  context: Context,
  { items: received, ...ofChannel }: MessageReceptions,
): Promise<Promise<ReceptionResult | null>[]> {
  const items = await Promise.all(
    received.map(async (item) => ({ ...item, from: await readSender(context, item.from) })),
  );
  const first = firstOfEachSender(items).filter(isQuick);
  const done = await receiveTogether(context, { ...ofChannel, items: first });
  const left = done.size > 0 ? first.filter((item) => !done.has(item)) : [];
  const receiveLeft = () => receiveTogether(context, { ...ofChannel, items: left });
  const isLeft = new Set<ReceivedMessage>(left);
  const doneLater = left.length > 0 ? limitInboundWork(context, receiveLeft) : undefined;
  const receive = async (item: ReceivedMessage) => {
    const recorded = isLeft.has(item) ? (await doneLater)?.get(item) : undefined;
    if (recorded !== undefined) return recorded;
    return limitInboundWork(context, () => recordMessage(context, { ...ofChannel, item }));
  };
  const before = new Map<string, Promise<unknown>>();
  return items.map((item) => {
    const known = done.get(item);
    if (known !== undefined) return Promise.resolve(known);
    const start = () => receive(item);
    const result = before.get(senderOf(item))?.then(start, start) ?? start();
    before.set(senderOf(item), result);
    return result;
  });
}

/** A message that is recorded quickly: an echo may wait for the message that it repeats, and storing files takes a long time. */
interface QuickMessage extends ReceivedMessage {
  readonly attachments: readonly LinkedAttachment[];
}

function isQuick(item: ReceivedMessage): item is QuickMessage {
  return !item.echo && item.attachments.every(({ content }) => content === undefined);
}

function firstOfEachSender(items: readonly ReceivedMessage[]): ReceivedMessage[] {
  const bySender = new Map<string, ReceivedMessage>();
  for (const item of items) if (!bySender.has(senderOf(item))) bySender.set(senderOf(item), item);
  return [...bySender.values()];
}

function senderOf({ from }: ReceivedMessage): string {
  return `${from.handleType} ${from.value}`;
}

interface QuickReceptions extends MessageReceptions {
  readonly items: readonly QuickMessage[];
}

type Results = ReadonlyMap<ReceivedMessage, ReceptionResult | null>;

/** Returns the results of those messages whose chats it could claim, and of none when one of them cannot be recorded. */
async function receiveTogether(context: Context, { items, ...ofChannel }: QuickReceptions): Promise<Results> {
  if (items.length === 0) return new Map();
  const recorded = await tryTogether(context, async (transaction) => {
    const { channelId } = ofChannel;
    const senders = items.map(({ from }) => from);
    const chats = await claimChats(transaction, context, { channelId, senders });
    const planned = items.flatMap((item, index) => {
      const chat = chats[index];
      const plan = { attachments: item.attachments.map(recordOfLink), files: [] };
      return chat ? [planReception({ ...ofChannel, item, plan }, chat)] : [];
    });
    const results = await applyReceptions(transaction, context, planned);
    return planned.map(({ item }, index) => [item, results[index] ?? null] as const);
  });
  return new Map(recorded);
}

import { readSender } from '../../addresses/read-sender.js';
import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { alone, shareTransaction } from '../../sql/together-or-alone.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { claimFreeChats, claimOrCreateFreeChats } from './claim-chat.js';
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
 * messages of new senders share another one afterwards, because it may wait for locks. All others are recorded alone, those
 * of one sender in their order: further messages of a sender, messages that may take a long time, and all messages when one of the
 * transaction cannot be recorded. So an invalid message never affects another one.
 */
export async function receiveMessages(
  context: Context,
  { items: received, ...ofChannel }: MessageReceptions,
): Promise<Promise<ReceptionResult | null>[]> {
  const items = await Promise.all(
    received.map(async (item) => ({ ...item, from: await readSender(context, item.from) })),
  );
  const recordAlone = (item: ReceivedMessage) =>
    limitInboundWork(context, () => recordMessage(context, { ...ofChannel, item }));
  const first = firstOfEachSender(items).filter(isQuick);
  const done = await receiveTogether(context, { ...ofChannel, items: first });
  const left = first.filter((item) => done?.has(item) === false);
  const ofNewSenders = receiveOfNewSenders(context, { ...ofChannel, items: left }, recordAlone);
  const before = new Map<string, Promise<unknown>>();
  return items.map((item) => {
    const known = done?.get(item);
    if (known !== undefined) return Promise.resolve(known);
    const receive = () => ofNewSenders.get(item) ?? recordAlone(item);
    const result = before.get(senderOf(item))?.then(receive, receive) ?? receive();
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

/** Returns the results of the messages that it has recorded, or undefined when one of them cannot be recorded. */
async function receiveTogether(
  context: Context,
  receptions: QuickReceptions,
): Promise<ReadonlyMap<ReceivedMessage, ReceptionResult | null> | undefined> {
  const { items } = receptions;
  if (items.length === 0) return new Map();
  const results = await transact(context, (transaction) =>
    recordIn(transaction, context, { ...receptions, claim: claimFreeChats }),
  ).catch(refuseUnlessData);
  return (
    results &&
    new Map(
      items.flatMap((item, index) => {
        const result = results[index];
        return result === undefined ? [] : [[item, result]];
      }),
    )
  );
}

/**
 * An error of one message occurs again when that message is recorded alone; an unavailable database fails all of them.
 */
function refuseUnlessData(error: unknown): undefined {
  if (error instanceof DomainError || /^2[23]/.test(String(Object(error).code))) return undefined;
  throw error;
}

/** Starts to record messages whose chats do not exist or are locked. A single one costs less when it is recorded alone. */
function receiveOfNewSenders(
  context: Context,
  receptions: QuickReceptions,
  recordAlone: (item: ReceivedMessage) => Promise<ReceptionResult | null>,
): ReadonlyMap<ReceivedMessage, Promise<ReceptionResult | null>> {
  const { items } = receptions;
  if (items.length < 2) return new Map();
  const recorded = limitInboundWork(context, () =>
    shareTransaction(context, items, {
      async together(transaction) {
        const results = await recordIn(transaction, context, {
          ...receptions,
          claim: claimOrCreateFreeChats,
        });
        return results.map((result) => (result === undefined ? alone : result));
      },
      alone: recordAlone,
    }),
  );
  // There is a result for each item.
  return new Map(
    items.map((item, index) => [item, recorded.then((all) => all[index] as ReceptionResult | null)]),
  );
}

interface ClaimedReceptions extends QuickReceptions {
  readonly claim: typeof claimFreeChats;
}

/** Records the messages whose chats it can claim. The results of the others are undefined. */
async function recordIn(
  transaction: Transaction,
  context: Context,
  { items, claim, ...ofChannel }: ClaimedReceptions,
): Promise<(ReceptionResult | null | undefined)[]> {
  const senders = items.map(({ from }) => from);
  const chats = await claim(transaction, context, { channelId: ofChannel.channelId, senders });
  const planned = items.map((item, index) => {
    const chat = chats[index];
    const plan = { attachments: item.attachments.map(recordOfLink), files: [] };
    return chat && planReception({ ...ofChannel, item, plan }, chat);
  });
  const results = await applyReceptions(
    transaction,
    context,
    planned.filter((reception) => reception !== undefined),
  );
  let next = 0;
  return planned.map((reception) => (reception === undefined ? undefined : (results[next++] ?? null)));
}

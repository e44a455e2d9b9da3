import { isLockTimeout } from '@parley/database';
import { readSender } from '../../addresses/read-sender.js';
import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { transact } from '../../sql/transact.js';
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
 * messages of new senders share it if there are no others, or else another one afterwards, because it can wait for locks;
 * locked chats are tried again then. All others are recorded in their turn, each alone: further messages of a sender, messages
 * that may take a long time, messages of a chat that is still locked, and all messages of a transaction that fails because of
 * one of them. So an invalid message never affects another one.
 */
export async function receiveMessages(
  context: Context,
  { items: received, ...ofChannel }: MessageReceptions,
): Promise<Promise<ReceptionResult | null>[]> {
  const items = await Promise.all(
    received.map(async (item) => ({ ...item, from: await readSender(context, item.from) })),
  );
  const quick = firstOfEachSender(items).filter(isQuick);
  const { recorded, later } = await receiveInGroups(context, { ...ofChannel, items: quick });
  const receive = async (item: ReceivedMessage) => {
    const result = (await later.get(item))?.get(item);
    if (result !== undefined) return result;
    return limitInboundWork(context, () => recordMessage(context, { ...ofChannel, item }));
  };
  const before = new Map<string, Promise<unknown>>();
  return items.map((item) => {
    const known = recorded.get(item);
    if (known !== undefined) return Promise.resolve(known);
    const receiveItem = () => receive(item);
    const result = before.get(senderOf(item))?.then(receiveItem, receiveItem) ?? receiveItem();
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

interface Groups {
  /** The results of the messages that have been recorded. */
  readonly recorded: Results;
  /** For the messages that share further transactions: resolves to their results, of which some can be missing. */
  readonly later: ReadonlyMap<ReceivedMessage, Promise<Results>>;
}

/**
 * Records messages in one transaction, and begins to record the rest in further ones. If the first one records nothing, no group of
 * them can share a transaction.
 */
async function receiveInGroups(context: Context, receptions: QuickReceptions): Promise<Groups> {
  const recorded = await receiveTogether(context, receptions);
  const rest = receptions.items.filter((item) => !recorded.has(item));
  if (recorded.size === 0 || rest.length === 0) return { recorded, later: new Map() };
  const receiving = limitInboundWork(context, () => receiveRest(context, { ...receptions, items: rest }));
  return { recorded, later: new Map(rest.map((item) => [item, receiving])) };
}

/** A chat that was locked may be free now, and then new senders take one transaction more. */
async function receiveRest(context: Context, receptions: QuickReceptions): Promise<Results> {
  const results = new Map<ReceivedMessage, ReceptionResult | null>();
  let rest = receptions.items;
  while (rest.length > 0) {
    const recorded = await receiveTogether(context, { ...receptions, items: rest });
    if (recorded.size === 0) break;
    for (const [item, result] of recorded) results.set(item, result);
    rest = rest.filter((item) => !recorded.has(item));
  }
  return results;
}

/** Returns the results of those messages whose chats it could claim, and of none if the transaction has failed. */
async function receiveTogether(context: Context, { items, ...ofChannel }: QuickReceptions): Promise<Results> {
  if (items.length === 0) return new Map();
  const work = transact(context, async (transaction) => {
    const { channelId } = ofChannel;
    const senders = items.map(({ from }) => from);
    const chats = await claimChats(transaction, context, { channelId, senders });
    const planned = items.flatMap((item, index) => {
      const chat = chats[index];
      const plan = { attachments: item.attachments.map(recordOfLink), files: [] };
      return chat ? [planReception({ ...ofChannel, item, plan }, chat)] : [];
    });
    const results = await applyReceptions(transaction, context, planned);
    return new Map(planned.map(({ item }, index) => [item, results[index] ?? null]));
  });
  return work.catch(refuseUnlessAlone);
}

/**
 * An error of one message (of the domain, or SQLSTATE classes 22 and 23) occurs again when that message is recorded alone, and
 * alone it may wait for a lock. Any other error, such as an unavailable database, fails all of them.
 */
function refuseUnlessAlone(error: unknown): Results {
  const isOfOne = error instanceof DomainError || /^2[23]/.test(String(Object(error).code));
  if (isOfOne || isLockTimeout(error)) return new Map();
  throw error;
}

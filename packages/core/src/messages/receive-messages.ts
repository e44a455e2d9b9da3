import type { Context } from '../context.js';
import { transact } from '../sql/transact.js';
import { claimFreeChats } from './claim-chat.js';
import {
  applyReceptions,
  type MessageReception,
  planReception,
  type ReceptionResult,
  receiveMessage,
} from './receive-message.js';
import type { ReceivedMessage } from './received-message.js';

/** Messages of one channel that came at the same time. */
export interface MessageReceptions extends Pick<MessageReception, 'channelId' | 'publicUrl'> {
  readonly items: readonly ReceivedMessage[];
}

/**
 * Does for many messages what `receiveMessage` does for one, at a fraction of the cost: those whose chat is there and
 * free share one transaction, and are done when the result is there. The others go their way alone from then on: first messages of a sender, further ones of the
 * same sender, what may take long, and all when the transaction fails, so that nobody suffers from somebody else's
 * message. That is safe also where nobody knows whether it has failed: a message that is known changes nothing.
 */
export async function receiveMessages(
  context: Context,
  { channelId, items, publicUrl }: MessageReceptions,
): Promise<Promise<ReceptionResult | null>[]> {
  const together = firstOfEachSender(items.filter(isQuick));
  const done = await receiveTogether(context, { channelId, items: together, publicUrl }).catch(
    () => new Map<ReceivedMessage, ReceptionResult | null>(),
  );
  return items.map((item) => {
    const result = done.get(item);
    if (result !== undefined) return Promise.resolve(result);
    return receiveMessage(context, { channelId, item, publicUrl });
  });
}

/** An echo may wait for the message that it tells of, and files take their time. */
function isQuick({ echo, attachments }: ReceivedMessage): boolean {
  return !echo && attachments.every(({ content }) => content === undefined);
}

function firstOfEachSender(items: readonly ReceivedMessage[]): ReceivedMessage[] {
  const bySender = new Map<string, ReceivedMessage>();
  for (const item of items) {
    const sender = `${item.from.handleType} ${item.from.value}`;
    if (!bySender.has(sender)) bySender.set(sender, item);
  }
  return [...bySender.values()];
}

async function receiveTogether(
  context: Context,
  { channelId, items, publicUrl }: MessageReceptions,
): Promise<ReadonlyMap<ReceivedMessage, ReceptionResult | null>> {
  return transact(context, async (transaction) => {
    const senders = items.map(({ from }) => from);
    const chats = await claimFreeChats(transaction, context, { channelId, senders });
    const planned = items.flatMap((item, index) => {
      const chat = chats[index];
      return chat ? [planReception({ channelId, item, publicUrl }, chat)] : [];
    });
    const results = await applyReceptions(transaction, context, planned);
    return new Map(planned.map(({ item }, index) => [item, results[index] ?? null]));
  });
}

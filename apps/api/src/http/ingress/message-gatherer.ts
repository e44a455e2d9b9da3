import { type Batcher, createBatcher, type ReceivedMessage, receiveMessages } from '@parley/core';
import type { Database } from '@parley/database';

interface GathererOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly publicUrl: string;
}

export type GatherMessage = (
  channel: { readonly id: string; readonly tenantId: string },
  item: ReceivedMessage,
) => Promise<unknown>;

/** A transaction over more of them would hold their chats for longer than anybody should wait. */
const maxTogether = 50;

/** Records messages that come to a channel while others of it are being recorded together. */
export function createMessageGatherer({ database, now, publicUrl }: GathererOptions): GatherMessage {
  const busy = new Map<string, Batcher<ReceivedMessage, unknown>>();

  return async ({ id, tenantId }, item) => {
    const known = busy.get(id);
    if (known) return known.add(item);
    const context = { database, now, tenantId };
    const batcher = createBatcher(
      (items: readonly ReceivedMessage[]) => receiveMessages(context, { channelId: id, items, publicUrl }),
      { maxSize: maxTogether },
    );
    busy.set(id, batcher);
    const result = batcher.add(item);
    void batcher.idle().then(() => busy.delete(id));
    return result;
  };
}

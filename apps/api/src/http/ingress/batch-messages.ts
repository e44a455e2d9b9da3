import {
  createKeyedBatcher,
  type ReceivedMessage,
  type ReceptionResult,
  receiveMessages,
} from '@parley/core';
import type { Database } from '@parley/database';

interface GathererOptions {
  readonly database: Database;
  readonly now: () => Date;
}

/** A message and the tenant of its channel. */
interface Arrival {
  readonly tenantId: string;
  readonly item: ReceivedMessage;
}

export type BatchMessage = (channelId: string, arrival: Arrival) => Promise<ReceptionResult | null>;

/** A larger transaction would lock the chats for too long. */
const maxBatchSize = 50;

/**
 * Batches messages per channel: those that arrive while a transaction is running are recorded together in the next one.
 */
export function createMessageBatcher({ database, now }: GathererOptions): BatchMessage {
  return createKeyedBatcher(
    async (channelId: string, arrivals: readonly Arrival[]) => {
      const [first] = arrivals;
      if (first === undefined) return [];
      const items = arrivals.map(({ item }) => item);
      const context = { database, now, tenantId: first.tenantId };
      return receiveMessages(context, { channelId, items });
    },
    { maxSize: maxBatchSize },
  );
}

import { adapterFor } from '@parley/channels';
import {
  createKeyedBatcher,
  defaultSizes,
  type IngressChannel,
  type ReceivedMessage,
  type ReceptionResult,
  receiveMessages,
} from '@parley/core';
import { type Database, inTrace, ofTenant } from '@parley/database';
import { type Trace, withSharedSpan } from '@parley/tracing';

interface GathererOptions {
  readonly database: Database;
  readonly now: () => Date;
}

/** A message, the limits of its channel's workspace, and the position of its request in a trace. */
interface Arrival {
  readonly channel: Pick<IngressChannel, 'tenantId' | 'provider' | 'limits' | 'waitingJobs'>;
  readonly item: ReceivedMessage;
  readonly trace: Trace | undefined;
}

export type BatchMessage = (channelId: string, arrival: Arrival) => Promise<ReceptionResult | null>;

/** A larger transaction would lock the chats for too long. */
const maxBatchSize = 50;

/** A sender on the same machine sends its next message within this time. Ten of them sent 1.12 times as many messages. */
const rejoinMs = 4;

/**
 * Batches messages per channel: those that arrive while a transaction is running are recorded together in the next one.
 * With twenty senders at a time, a message costs less than half of the CPU that it costs with five.
 */
export function createMessageBatcher({ database, now }: GathererOptions): BatchMessage {
  return createKeyedBatcher(
    async (channelId: string, arrivals: readonly Arrival[]) => {
      const [first] = arrivals;
      if (first === undefined) return [];
      const items = arrivals.map(({ item }) => item);
      const { tenantId, provider, limits, waitingJobs } = first.channel;
      const { textOfChoices } = adapterFor(provider);
      const traces = arrivals.map(({ trace }) => trace);
      return withSharedSpan(traces, (trace) => {
        const view = inTrace(ofTenant(database, tenantId), trace);
        const context = { database: view, now, sizes: defaultSizes, tenantId, limits, waitingJobs };
        return receiveMessages(context, { channelId, items, textOfChoices });
      });
    },
    { maxSize: maxBatchSize, rejoinMs },
  );
}

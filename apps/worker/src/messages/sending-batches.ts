import { adapterFor, messagesPerSecondOf } from '@parley/channels';
import {
  type Attempt,
  type Context,
  claimMessages,
  completeSending,
  createKeyedBatcher,
  type MessageToSend,
  type SentAttempt,
} from '@parley/core';
import { inTrace } from '@parley/database';
import { withSharedSpan } from '@parley/tracing';
import type { ChannelPace } from './channel-pace.js';
import { sendingDelaysMs } from './judge-failure.js';

/** The statements for messages of a tenant that are due, or have been sent, at about the same time. */
export interface SendingBatches {
  readonly claim: (claim: MessageClaim) => Promise<MessageToSend | null>;
  /** Returns false when the lease was lost. */
  readonly complete: (completion: Completion) => Promise<boolean>;
}

interface MessageClaim {
  readonly context: Context;
  readonly attempt: Attempt;
  readonly leaseMs: number;
}

interface Completion {
  readonly context: Context;
  readonly sent: SentAttempt;
}

/** A larger transaction would lock the messages for too long. */
const maxSize = 50;

/**
 * Batches what messages of one tenant have in common, as inbound messages are batched: what arrives while a transaction is running
 * shares the next one, and a message that is alone waits for nobody. Messages of campaigns have their own batches, so that
 * no other message waits for them.
 */
export function createSendingBatches(pace: ChannelPace): SendingBatches {
  const claims = createKeyedBatcher(
    async (_lane, batch: readonly MessageClaim[]) => {
      const attempts = batch.map(({ attempt }) => attempt);
      return together(batch, (context, { leaseMs }) =>
        claimMessages(context, attempts, {
          leaseMs,
          maxAttempts: sendingDelaysMs.length + 1,
          isRepeatable: ({ provider }) => adapterFor(provider).sending.repeatable,
          reserveSlot: (transaction, channel, pausedUntil) => {
            const messagesPerSecond = messagesPerSecondOf(adapterFor(channel.provider), channel);
            return pace.reserveSlot(transaction, context, { id: channel.id, messagesPerSecond, pausedUntil });
          },
        }),
      );
    },
    { maxSize },
  );
  const completions = createKeyedBatcher(
    async (_lane, batch: readonly Completion[]) => {
      const sent = batch.map((completion) => completion.sent);
      return together(batch, (context) => completeSending(context, sent));
    },
    { maxSize },
  );
  return {
    claim: (claim) => claims(laneOf(claim), claim),
    complete: (completion) => completions(laneOf(completion), completion),
  };
}

function laneOf({ context: { tenantId, isBulk = false } }: { readonly context: Context }): string {
  return `${tenantId} ${isBulk}`;
}

/** Runs work in the context of the first item, whose tenant is that of all, and in the traces of all. */
async function together<Item extends { readonly context: Context }, Result>(
  batch: readonly Item[],
  work: (context: Context, first: Item) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const traces = batch.map(({ context }) => context.database.trace);
  return withSharedSpan(traces, (trace) => {
    const database = inTrace(first.context.database, trace);
    return work({ ...first.context, database }, first);
  });
}

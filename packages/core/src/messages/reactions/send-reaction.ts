import { type HandleType, statement } from '@parley/database';
import {
  type ConfiguredChannel,
  openChannel,
  type SealedChannel,
  sealedChannelJson,
} from '../../channels/find-channel.js';
import type { Context } from '../../context.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { jsonObject } from '../../sql/json.js';
import { type Transaction, transact } from '../../sql/transact.js';
import type { ReactionState, StoredReaction } from '../reaction-record.js';
import { enqueueReaction } from './enqueue-reaction.js';
import { lockReactions, recordReactionEvent, storeReactions } from './lock-reactions.js';

/** A reaction that the provider does not have yet. */
export interface ReactionToSend extends ReactionState {
  /** The provider's id of the message. */
  readonly vendorId: string;
  readonly to: { readonly handleType: HandleType; readonly value: string };
  readonly channel: ConfiguredChannel;
}

interface ReactionClaim {
  readonly messageId: string;
  /** Attempts before this one. */
  readonly attempt: number;
  /** Whether the job has waited for its slot. */
  readonly hasSlot: boolean;
  readonly reserveSlot: (
    transaction: Transaction,
    channel: SealedChannel,
    pausedUntil: Date | null,
  ) => Promise<Date>;
}

/**
 * Returns the reaction that is to be sent now. Returns null if the provider has it, if the message was deleted, or if the
 * reaction has to wait for the rate limit of the channel; then a job is enqueued for its slot.
 */
export function claimReaction(context: Context, claim: ReactionClaim): Promise<ReactionToSend | null> {
  return transact(context, async (transaction) => {
    const { messageId, attempt } = claim;
    const [found] = await transaction.sql(find, [context.tenantId, messageId]);
    if (found?.reaction.previous === undefined || found.vendorId === null) return null;
    const { reaction, vendorId, to, pausedUntil } = found;
    const isPaused = pausedUntil !== null && pausedUntil > context.now();
    if (!claim.hasSlot || isPaused) {
      const at = await claim.reserveSlot(transaction, found.channel, pausedUntil);
      if (at > context.now()) {
        enqueueReaction(transaction, context, { messageId, attempt, hasSlot: 1, at });
        return null;
      }
    }
    const channel = await openChannel({ database: context.database, sql: transaction.sql }, found.channel);
    const { emoji, timestamp } = reaction;
    return { emoji, timestamp, vendorId, to, channel };
  });
}

/**
 * Records that the provider has a reaction. If the workspace has changed it meanwhile, it is sent once more: the provider
 * may have received the two in the other order.
 */
export function completeReaction(
  context: Context,
  { messageId, sent }: { messageId: string; sent: ReactionState },
): Promise<void> {
  return transact(context, async (transaction) => {
    const message = await lockReactions(transaction, context, messageId);
    const current = message?.reactions.outbound;
    if (message === undefined || current === undefined) return;
    const { id, reactions } = message;
    const { previous: _, ...known } = current;
    const isCurrent = isSame(current, sent);
    const outbound = isCurrent ? known : { ...known, previous: sent };
    storeReactions(transaction, context, { id, reactions: { ...reactions, outbound } });
    if (!isCurrent) enqueueReaction(transaction, context, { messageId, at: context.now() });
  });
}

/**
 * Restores the reaction that the provider has, because it has refused the new one, and records the event. A reaction that
 * has changed meanwhile has a job of its own.
 */
export function withdrawReaction(
  context: Context,
  { messageId, refused }: { messageId: string; refused?: ReactionState },
): Promise<void> {
  return transact(context, async (transaction) => {
    const message = await lockReactions(transaction, context, messageId);
    const current = message?.reactions.outbound;
    if (message === undefined || current?.previous === undefined) return;
    if (refused !== undefined && !isSame(current, refused)) return;
    const { id, reactions } = message;
    const outbound: StoredReaction = current.previous ?? { emoji: null, timestamp: current.timestamp };
    storeReactions(transaction, context, { id, reactions: { ...reactions, outbound } });
    if (outbound.emoji !== current.emoji) recordReactionEvent(transaction, context, message);
  });
}

/** Enqueues the next attempt to send a reaction. */
export function postponeReaction(
  context: Context,
  next: { readonly messageId: string; readonly attempt: number; readonly at: Date },
): Promise<void> {
  return transact(context, async (transaction) => enqueueReaction(transaction, context, next));
}

function isSame(current: ReactionState, other: ReactionState): boolean {
  return current.emoji === other.emoji && current.timestamp === other.timestamp;
}

interface FoundReaction {
  readonly reaction: StoredReaction;
  readonly vendorId: string | null;
  readonly to: ReactionToSend['to'];
  readonly channel: SealedChannel;
  readonly pausedUntil: Date | null;
}

const find = statement<FoundReaction>(
  'find-reaction-to-send',
  `select message.reactions -> 'outbound' as reaction, message.vendor_id as "vendorId",
     ${jsonObject<ReactionToSend['to']>({ handleType: 'handle.type', value: 'handle.value' })} as "to",
     ${sealedChannelJson('channel')} as channel, pace.paused_until as "pausedUntil"
   from messages message
   join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
   left join channel_paces pace on pace.tenant_id = message.tenant_id and pace.channel_id = message.channel_id
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid and message.reactions ? 'outbound'
     and ${isNotErased('message.chat_id')}`,
);

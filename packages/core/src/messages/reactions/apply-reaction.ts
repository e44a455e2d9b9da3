import type { Context } from '../../context.js';
import { transact } from '../../sql/transact.js';
import type { StoredReaction } from '../reaction-record.js';
import { isSameEmoji } from './is-emoji.js';
import { lockReactionsByVendorId, recordReactionEvent, storeReactions } from './lock-reactions.js';

/** A reaction as the channel's provider reports it. */
export interface ReportedReaction {
  readonly channelId: string;
  /** The provider's id of the message. */
  readonly externalId: string;
  /** Null if the reaction was removed. */
  readonly emoji: string | null;
  readonly timestamp: Date;
  /** Whether the business reacted in the provider's own app. */
  readonly echo: boolean;
}

export type ReactionOutcome = 'changed' | 'known' | 'unknown message';

/**
 * Stores the reaction of the contact to a message and records the event. A repeated report, and one that is older than
 * what is stored, change nothing. A later report of the same emoji, or of none, only moves the time, so that a report from
 * between the two does not count when it arrives after them. A reaction to a message that is not stored is dropped.
 */
export function applyReaction(context: Context, report: ReportedReaction): Promise<ReactionOutcome> {
  const { channelId, externalId: vendorId, emoji, timestamp, echo } = report;
  return transact(context, async (transaction) => {
    const message = await lockReactionsByVendorId(transaction, context, { channelId, vendorId });
    if (message === undefined) return 'unknown message';
    const { id, reactions } = message;
    const sender = echo ? 'outbound' : 'inbound';
    const current = reactions[sender];
    if (current && new Date(current.timestamp) > timestamp) return 'known';
    const store = (reaction: StoredReaction) =>
      storeReactions(transaction, context, { id, reactions: { ...reactions, [sender]: reaction } });
    const at = timestamp.toISOString();
    if (isSameEmoji(emoji, current?.emoji ?? null)) {
      // A reaction that is being sent keeps its time, by which it is recognized when the provider has accepted it.
      if (current?.previous === undefined) store({ emoji: current?.emoji ?? null, timestamp: at });
      return 'known';
    }
    store({ emoji, timestamp: at });
    recordReactionEvent(transaction, context, message);
    return 'changed';
  });
}

import type { ChannelType } from '@parley/database';
import type { Context } from '../../context.js';
import { DomainError, invalidParam, notFound } from '../../domain-error.js';
import { isId } from '../../ids.js';
import { requireById } from '../../resources/get-by-id.js';
import { transact } from '../../sql/transact.js';
import { ValidationErrors } from '../../validation-errors.js';
import { type ChatMessageRecord, messages } from '../chat-message-record.js';
import type { StoredReaction } from '../reaction-record.js';
import { enqueueReaction } from './enqueue-reaction.js';
import { findReactionErrors, isAcceptedEmoji } from './is-emoji.js';
import {
  type LockedReactions,
  lockReactions,
  recordReactionEvent,
  storeReactions,
} from './lock-reactions.js';

/** The emojis that a provider accepts on a type of channel: every one, the listed ones, or none. */
export type AcceptedReactions = 'any' | readonly string[];

export interface ReactionChange {
  readonly messageId: string;
  /** Null removes the reaction. */
  readonly emoji: string | null;
  readonly reactionsOn: (provider: string, type: ChannelType) => AcceptedReactions;
}

/**
 * Sets or removes the reaction of the workspace to a message, records the event, and enqueues the job that sends it to the
 * provider. If the message already shows this reaction, nothing changes and nothing is sent.
 */
export function setReaction(context: Context, change: ReactionChange): Promise<ChatMessageRecord> {
  return transact(context, async (transaction) => {
    const { messageId, emoji } = change;
    const message = isId(messageId) ? await lockReactions(transaction, context, messageId) : undefined;
    if (message === undefined) throw notFound('message');
    checkEmoji(message, change);
    const { id, reactions } = message;
    const current = reactions.outbound;
    if (emoji !== (current?.emoji ?? null)) {
      checkMessage(context, message);
      const outbound = replaceReaction(current, { emoji, timestamp: context.now().toISOString() });
      storeReactions(transaction, context, { id, reactions: { ...reactions, outbound } });
      recordReactionEvent(transaction, context, message);
      enqueueReaction(transaction, context, { messageId: id, at: context.now() });
    }
    return requireById(transaction.sql, messages, { tenantId: context.tenantId, id });
  });
}

function checkEmoji({ provider, keys }: LockedReactions, { emoji, reactionsOn }: ReactionChange): void {
  const accepted = reactionsOn(provider, keys.channelType);
  if (accepted.length === 0) throw new DomainError('reactions_not_supported');
  if (emoji !== null && accepted !== 'any' && !isAcceptedEmoji(emoji, accepted))
    throw invalidParam('emoji', 'invalid_string', `The channel accepts only ${accepted.join(', ')}`);
  const errors = new ValidationErrors();
  errors.addAll(findReactionErrors({ emoji }));
  errors.throwIfAny();
}

function checkMessage({ now }: Context, { vendorId, openUntil }: LockedReactions): void {
  if (vendorId === null) throw new DomainError('message_not_reactable');
  if (openUntil === null || openUntil <= now()) throw new DomainError('reply_window_closed');
}

/** What the provider has stays the same until it has accepted a reaction. */
function replaceReaction(
  current: StoredReaction | undefined,
  next: Pick<StoredReaction, 'emoji' | 'timestamp'>,
): StoredReaction {
  if (current === undefined) return { ...next, previous: null };
  const { previous, ...known } = current;
  return { ...next, previous: previous === undefined ? known : previous };
}

import type { components } from '@parley/contract/v3';
import type { MessageDetailsRecord } from '@parley/core';
import { presentInteractive, presentReply } from './present-interactive.js';

/** An event that was recorded before these fields existed has none of them. */
export function presentMessageDetails(
  details: Partial<MessageDetailsRecord>,
): components['schemas']['MessageDetails'] {
  const {
    origin,
    messageTemplateId = null,
    replyTo,
    interactive,
    reply,
    scheduledAt = null,
    reactions = [],
  } = details;
  return {
    origin: origin ? { type: origin.type, id: origin.id } : null,
    messageTemplateId,
    replyTo: replyTo ? { id: replyTo.id, text: replyTo.text } : null,
    interactive: interactive ? presentInteractive(interactive) : null,
    reply: reply ? presentReply(reply) : null,
    scheduledAt,
    reactions: reactions.map(({ emoji, sender, timestamp }) => ({ emoji, sender, timestamp })),
  };
}

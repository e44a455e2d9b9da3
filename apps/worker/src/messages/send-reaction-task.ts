import { withdrawReaction } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';
import { sendReaction } from './send-reaction.js';

/** Sends the reaction of the workspace to a message. A dead job restores the reaction that the provider has. */
export const sendReactionTask = defineTask({
  name: 'send-reaction',
  payload: { tenantId: 'id', messageId: 'id', attempt: 'optional number', hasSlot: 'optional number' },
  run: sendReaction,
  async onDead({ messageId }, { context }) {
    await withdrawReaction(context, { messageId });
  },
});

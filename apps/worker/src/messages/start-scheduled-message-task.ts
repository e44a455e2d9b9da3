import { abandonMessage, startScheduledMessage } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Makes a scheduled message pending at its time, so that it is sent. */
export const startScheduledMessageTask = defineTask({
  name: 'start-scheduled-message',
  payload: { tenantId: 'id', messageId: 'id' },
  async run({ messageId }, { context }) {
    await startScheduledMessage(context, messageId);
  },
  async onDead({ messageId }, { context }) {
    await abandonMessage(context, messageId);
  },
});

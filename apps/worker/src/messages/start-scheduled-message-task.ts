import { abandonMessage, startScheduledMessage } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Makes a scheduled message pending at its time, so that it is sent. */
export const startScheduledMessageTask = defineTask({
  name: 'start-scheduled-message',
  payload: { tenantId: 'id', messageId: 'id' },
  async run({ tenantId, messageId }, { database, now }) {
    await startScheduledMessage({ database, now, tenantId }, messageId);
  },
  async onDead({ tenantId, messageId }, { database, now }) {
    await abandonMessage({ database, now, tenantId }, messageId);
  },
});

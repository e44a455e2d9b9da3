import { abandonMessage } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';
import { sendPendingMessage } from './send-pending-message.js';

export const sendMessageTask = defineTask({
  name: 'send-message',
  payload: { tenantId: 'id', messageId: 'id' },
  run: sendPendingMessage,
  async onDead({ messageId }, { context }) {
    await abandonMessage(context, messageId);
  },
});

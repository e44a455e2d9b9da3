import { endSnooze } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Opens a chat when its snooze is over. */
export const endSnoozeTask = defineTask({
  name: 'end-snooze',
  payload: { tenantId: 'id', chatId: 'id' },
  async run({ chatId }, { context }) {
    await endSnooze(context, chatId);
  },
});

import { walkSandboxMessage } from '@parley/core';
import { defineTask } from '../jobs/task.js';

/** The sandbox has no provider that reports: each job moves the message one state on, and adds the next. */
export const walkSandboxTask = defineTask({
  name: 'walk-sandbox',
  payload: { tenantId: 'id', messageId: 'id' },
  async run({ tenantId, messageId }, { database, now }) {
    await walkSandboxMessage({ database, now, tenantId }, messageId);
  },
});

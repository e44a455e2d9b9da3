import { walkSandboxMessage } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/**
 * The sandbox has no provider that reports statuses, so each job moves the message to its next status and enqueues the
 * next job.
 */
export const walkSandboxTask = defineTask({
  name: 'walk-sandbox',
  payload: { tenantId: 'id', messageId: 'id' },
  async run({ tenantId, messageId }, { database, now, isBulk }) {
    await walkSandboxMessage({ database, now, tenantId, isBulk }, messageId);
  },
});

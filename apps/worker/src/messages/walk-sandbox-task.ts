import { sandboxReportsTo } from '@parley/channels';
import { walkSandboxMessage } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/**
 * The sandbox has no provider that reports what became of a message, so each job makes the next report and enqueues the
 * job of the report after it.
 */
export const walkSandboxTask = defineTask({
  name: 'walk-sandbox',
  payload: { tenantId: 'id', messageId: 'id', step: 'optional number' },
  async run({ messageId, step = 0 }, { context, isBulk }) {
    await walkSandboxMessage({ ...context, isBulk }, { messageId, step }, sandboxReportsTo);
  },
});

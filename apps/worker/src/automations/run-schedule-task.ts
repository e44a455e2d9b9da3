import { abandonSchedule, runSchedule } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Starts the occurrence of a schedule that is due, and the runs of its contacts. */
export const runScheduleTask = defineTask({
  name: 'run-schedule',
  payload: { tenantId: 'id', automationId: 'id' },
  async run({ tenantId, automationId }, { database, now, logger }) {
    const batch = await runSchedule({ database, now, tenantId }, automationId);
    if (batch !== null) logger.info({ tenantId, automationId, ...batch }, 'runs of a schedule started');
  },
  async onDead({ tenantId, automationId }, { database, now }) {
    await abandonSchedule({ database, now, tenantId }, automationId);
  },
});

import { abandonSchedule, runSchedule } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Starts the occurrence of a schedule that is due, and the runs of its contacts. */
export const runScheduleTask = defineTask({
  name: 'run-schedule',
  payload: { tenantId: 'id', automationId: 'id' },
  async run({ tenantId, automationId }, { context, logger }) {
    const batch = await runSchedule(context, automationId);
    if (batch !== null) logger.info({ tenantId, automationId, ...batch }, 'runs of a schedule started');
  },
  async onDead({ automationId }, { context }) {
    await abandonSchedule(context, automationId);
  },
});

import { adapterFor } from '@parley/channels';
import { abandonRun, type Context, runAutomation } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';
import type { WorkerDependencies } from '../jobs/worker-dependencies.js';
import { createWebhookCaller } from './call-webhook.js';

/** Continues a run until it ends or has to wait. */
export const runAutomationTask = defineTask({
  name: 'run-automation',
  payload: { tenantId: 'id', runId: 'id' },
  async run({ tenantId, runId }, dependencies) {
    const { newLeaseToken, signal, logger, metrics } = dependencies;
    const { outcome, unexpectedError, cutReason } = await runAutomation(contextOf(dependencies), {
      runId,
      leaseToken: newLeaseToken(),
      callWebhook: createWebhookCaller(tenantId, dependencies),
      limitsOf: (provider) => adapterFor(provider).capabilities,
      signal,
    });
    if (cutReason !== undefined) {
      metrics.countRefusedRun(cutReason);
      logger.warn({ tenantId, runId, cutReason }, 'a run was not started, because of its chain of events');
    }
    if (unexpectedError !== undefined)
      logger.error({ err: unexpectedError, tenantId, runId, outcome }, 'a step of a run failed');
  },
  async onDead({ runId }, dependencies) {
    await abandonRun(contextOf(dependencies), runId);
  },
});

function contextOf({ context, isBulk }: WorkerDependencies): Context {
  return { ...context, isBulk };
}

import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { Transaction } from '../../sql/transact.js';

/** Enqueues the job that submits a template, and replaces an earlier job. */
export function enqueueSubmission(
  transaction: Transaction,
  { tenantId }: Context,
  { messageTemplateId, at }: { readonly messageTemplateId: string; readonly at: Date },
): void {
  const key = `submit-template:${tenantId}:${messageTemplateId}`;
  addJob(transaction, { task: 'submit-template', payload: { tenantId, messageTemplateId }, runAt: at, key });
}

import { deleteWebhook } from '@parley/core';
import { contextOf } from '@parley/testkit';
import type { TestWorker } from './use-worker.js';

/**
 * Deletes webhooks with the use case of their owners, because the worker may be recording the outcome of a delivery at
 * the same time.
 */
export async function deleteWebhooks({ database, now }: TestWorker): Promise<void> {
  for (const { id, tenantId } of await database.prisma.webhook.findMany()) {
    await deleteWebhook(contextOf(database, tenantId, now), id);
  }
}

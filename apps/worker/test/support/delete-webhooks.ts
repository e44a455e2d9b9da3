import { deleteWebhook } from '@parley/core';
import type { TestWorker } from './use-worker.js';

/** As their owners delete them: the worker may be writing what came of a delivery at that very moment. */
export async function deleteWebhooks({ database, now }: TestWorker): Promise<void> {
  for (const { id, tenantId } of await database.prisma.webhook.findMany()) {
    await deleteWebhook({ database, tenantId, now }, id);
  }
}

import { newId } from '@parley/core';
import type { useWorker } from './use-worker.js';

type Running = Pick<ReturnType<typeof useWorker>, 'database' | 'tenant'>;

/** Creates a delivery without a job. */
export async function addDelivery({ database, tenant }: Running, webhookId: string): Promise<string> {
  const event = await database.prisma.event.create({
    data: { tenantId: tenant.id, id: newId(), type: 'chat.updated', data: {} },
  });
  const id = newId();
  await database.prisma.delivery.create({
    data: { tenantId: tenant.id, id, eventId: event.id, webhookId, eventType: 'chat_updated' },
  });
  return id;
}

/** Changes a delivery as if it had been attempted this often and its next attempt were due. */
export async function makeDue(
  { database: { pool }, tenant }: Running,
  deliveryId: string,
  attemptCount: number,
): Promise<void> {
  await pool.query('update deliveries set attempt_count = $2, next_attempt_at = now() where id = $1', [
    deliveryId,
    attemptCount,
  ]);
  const payload = JSON.stringify({ tenantId: tenant.id, deliveryId });
  await pool.query(`select graphile_worker.add_job('deliver', $1::json, job_key := $2)`, [
    payload,
    `deliver:${deliveryId}`,
  ]);
}

export const isAttempted = ({ attempts, status }: { attempts: unknown[]; status: string }) =>
  attempts.length > 0 && status !== 'delivering';

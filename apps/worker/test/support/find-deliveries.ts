import type { Database, Delivery, DeliveryAttempt } from '@parley/database';

export type LoggedDelivery = Delivery & { attempts: DeliveryAttempt[] };

/** Finds the deliveries of a webhook in their order, each with its attempts. */
export async function findDeliveries({ prisma }: Database, webhookId: string): Promise<LoggedDelivery[]> {
  const deliveries = await prisma.delivery.findMany({ where: { webhookId }, orderBy: { sequence: 'asc' } });
  const attempts = await prisma.deliveryAttempt.findMany({
    where: { deliveryId: { in: deliveries.map(({ id }) => id) } },
    orderBy: { number: 'asc' },
  });
  return deliveries.map((delivery) => ({
    ...delivery,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
  }));
}

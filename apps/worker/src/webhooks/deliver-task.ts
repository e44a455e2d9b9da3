import { abandonDelivery, findEventOfDelivery, type JobPayloads } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';
import type { WorkerDependencies } from '../jobs/worker-dependencies.js';

/** A retry, a resend, or a test event. */
export const deliverTask = defineTask({
  name: 'deliver',
  sharesStatement: true,
  payload: { tenantId: 'id', eventId: 'optional id', deliveryId: 'id' },
  async run(delivery, dependencies) {
    const group = await findGroup(delivery, dependencies);
    const { startDeliveries, lane, database } = dependencies;
    if (group) await startDeliveries(group, lane, database.trace);
  },
  async onDead(delivery, dependencies) {
    const group = await findGroup(delivery, dependencies);
    if (group) await abandon(group, dependencies);
  },
});

/** The first attempts of several deliveries of one event. */
export const deliverEventTask = defineTask({
  name: 'deliver-event',
  sharesStatement: true,
  payload: { tenantId: 'id', eventId: 'id', deliveryIds: 'ids' },
  run: (group, { startDeliveries, lane, database }) => startDeliveries(group, lane, database.trace),
  onDead: abandon,
});

type DeliveryGroup = JobPayloads['deliver-event'];

async function findGroup(
  { tenantId, deliveryId, ...known }: JobPayloads['deliver'],
  { database }: WorkerDependencies,
): Promise<DeliveryGroup | undefined> {
  const eventId = known.eventId ?? (await findEventOfDelivery(database, { tenantId, deliveryId }));
  return eventId === undefined ? undefined : { tenantId, eventId, deliveryIds: [deliveryId] };
}

/** Fails the deliveries of a dead job. Otherwise maintenance would enqueue the overdue deliveries again and again. */
async function abandon(
  { deliveryIds, ...event }: DeliveryGroup,
  { database, now }: WorkerDependencies,
): Promise<void> {
  for (const deliveryId of deliveryIds) await abandonDelivery(database, { ...event, deliveryId, now: now() });
}

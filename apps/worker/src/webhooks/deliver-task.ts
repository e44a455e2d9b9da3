import { abandonDelivery } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

export const deliverTask = defineTask({
  name: 'deliver',
  payload: { tenantId: 'id', deliveryId: 'id' },
  run: (delivery, { startDelivery }) => startDelivery(delivery),
  // Otherwise maintenance would enqueue the overdue delivery again and again.
  onDead: (delivery, { database, now }) => abandonDelivery(database, { ...delivery, now: now() }),
});

import { abandonDelivery } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

export const deliverTask = defineTask({
  name: 'deliver',
  payload: { tenantId: 'id', deliveryId: 'id' },
  run: (delivery, { startDelivery }) => startDelivery(delivery),
  // Else the maintenance would enqueue it again for being overdue, for ever.
  onDead: (delivery, { database, now }) => abandonDelivery(database, { ...delivery, now: now() }),
});

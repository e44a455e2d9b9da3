import { abandonDelivery } from '@parley/core';
import { defineTask } from '../jobs/task.js';

export const deliverTask = defineTask({
  name: 'deliver',
  payload: { tenantId: 'id', deliveryId: 'id' },
  run: (delivery, { startDelivery }) => startDelivery(delivery),
  // Else it would be called again for being overdue, for ever.
  giveUp: (delivery, { database, now }) => abandonDelivery(database, { ...delivery, now: now() }),
});

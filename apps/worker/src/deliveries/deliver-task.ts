import { abandonDelivery } from '@parley/core';
import { defineTask } from '../task.js';

export const deliverTask = defineTask({
  name: 'deliver',
  payload: { tenantId: 'id', deliveryId: 'id' },
  run: (delivery, { deliveries }) => deliveries.deliver(delivery),
  // Else it would be called again for being overdue, for ever.
  giveUp: (delivery, { database, now }) => abandonDelivery(database, { ...delivery, now: now() }),
});

import { defineTask } from '../task.js';

export const deliverTask = defineTask({
  name: 'deliver',
  payload: { tenantId: 'id', deliveryId: 'id' },
  run: (delivery, { deliveries }) => deliveries.deliver(delivery),
});

import { removeLooseObjects } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Removes the objects of deleted files soon after their deletion. */
export const removeObjectsTask = defineTask({
  name: 'remove-objects',
  mayTakeLong: true,
  payload: { tenantId: 'id' },
  async run(_payload, { database, now, sizes }) {
    await removeLooseObjects(database, now(), sizes);
  },
});

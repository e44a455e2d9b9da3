import { continueErasure } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Erases the remaining data of a deleted contact. */
export const eraseContactTask = defineTask({
  name: 'erase-contact',
  payload: { tenantId: 'id', contactId: 'id' },
  async run({ tenantId, contactId }, { database, now, logger }) {
    const startedAtMs = performance.now();
    if (!(await continueErasure({ database, now, tenantId }, contactId))) return;
    const durationMs = Math.round(performance.now() - startedAtMs);
    logger.info({ tenantId, contactId, durationMs }, 'a contact was erased');
  },
});

import { continueErasure } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** A longer erasure continues in another job, so that other jobs of the tenant run in between. */
const budgetMs = 200;

/** Erases the remaining data of a deleted contact. */
export const eraseContactTask = defineTask({
  name: 'erase-contact',
  mayTakeLong: true,
  payload: { tenantId: 'id', contactId: 'id', step: 'optional number', after: 'optional text' },
  async run({ tenantId, contactId, step, after }, { database, now, logger }) {
    const options = { step, after, budgetMs };
    const outcome = await continueErasure({ database, now, tenantId }, contactId, options);
    if (outcome === 'completed') logger.info({ tenantId, contactId }, 'a contact was erased');
  },
});

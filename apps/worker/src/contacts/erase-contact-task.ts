import { continueErasure } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** A longer erasure continues in another job, so that jobs of other tenants run in between. */
const budgetMs = 200;

/** Erases the remaining data of a deleted contact. */
export const eraseContactTask = defineTask({
  name: 'erase-contact',
  mayTakeLong: true,
  payload: {
    tenantId: 'id',
    contactId: 'id',
    requestedAt: 'optional text',
    step: 'optional number',
    after: 'optional text',
  },
  async run({ tenantId, contactId, ...position }, { context, logger }) {
    const options = { ...position, budgetMs };
    const outcome = await continueErasure(context, contactId, options);
    if (outcome === 'completed') logger.info({ tenantId, contactId }, 'a contact was erased');
    if (outcome === 'waits_for_object_storage')
      logger.warn(
        { tenantId, contactId },
        'an erasure waits: bytes of deleted files are still in an object storage. Set FILES_URL to its address',
      );
  },
});

import { defineTask } from '../jobs/define-task.js';
import { syncTemplates } from './sync-templates.js';

/** Requests a page of the templates of a channel. After a dead job, the maintenance starts the synchronization again. */
export const syncTemplatesTask = defineTask({
  name: 'sync-templates',
  payload: { tenantId: 'id', channelId: 'id', attempt: 'optional number' },
  run: syncTemplates,
});

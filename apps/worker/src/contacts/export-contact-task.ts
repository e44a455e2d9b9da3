import { failContactExport, writeContactExport } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** An export holds a connection of the pool until it ends, and requests and other jobs need the rest. */
const mostAtOnce = 2;

/** Writes the result of an export of a contact. */
export const exportContactTask = defineTask({
  name: 'export-contact',
  mayTakeLong: true,
  mostAtOnce,
  payload: { tenantId: 'id', exportId: 'id' },
  run: ({ exportId }, { context }) => writeContactExport(context, exportId),
  onDead: ({ exportId }, { context }) => failContactExport(context, exportId, 'internal_error'),
});

import { failContactExport, writeContactExport } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Writes the result of an export of a contact. */
export const exportContactTask = defineTask({
  name: 'export-contact',
  payload: { tenantId: 'id', exportId: 'id' },
  run: ({ tenantId, exportId }, { database, now }) =>
    writeContactExport({ database, now, tenantId }, exportId),
  onDead: ({ tenantId, exportId }, { database, now }) =>
    failContactExport({ database, now, tenantId }, exportId, 'internal_error'),
});

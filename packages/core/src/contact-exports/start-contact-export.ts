import { statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { addJob } from '../jobs/add-job.js';
import { lockById } from '../resources/lock-by-id.js';
import { transact } from '../sql/transact.js';
import { type ContactExportRecord, contactExportJson } from './contact-export-record.js';

/** Starts an export of everything about a contact. A job writes the result. */
export function startContactExport(context: Context, id: string): Promise<ContactExportRecord> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    const contactId = await lockById(transaction, context, contacts, id);
    const exportId = newId();
    const [row] = await transaction.sql(insert, [tenantId, exportId, contactId, now()]);
    if (row === undefined) throw new Error('The statement that stores an export returned no row');
    const payload = { tenantId, exportId };
    addJob(transaction, { task: 'export-contact', payload, runAt: now(), key: `export:${exportId}` });
    recordAudit(transaction, context, { action: 'contact.exported', resourceId: contactId });
    return row.record;
  });
}

const insert = statement<{ record: ContactExportRecord }>(
  'insert-contact-export',
  `insert into contact_exports (tenant_id, id, contact_id, created_at, updated_at)
   values ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz, $4::timestamptz)
   returning ${contactExportJson('contact_exports')} as record`,
);

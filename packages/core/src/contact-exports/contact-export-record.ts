import type { ContactExportStatus } from '@parley/database';
import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { defineChild, requireChild } from '../resources/child.js';
import { jsonObject, timestampText } from '../sql/json.js';

/** How long the result of an export is kept. Its signed URL works for the same time. */
export const keepContactExportMs = 24 * 60 * 60 * 1_000;

export interface ContactExportRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly contactId: string;
  readonly status: ContactExportStatus;
  readonly expiresAt: string;
  readonly fileId: string | null;
  readonly errorCode: string | null;
}

export function contactExportJson(row: string): string {
  return jsonObject<ContactExportRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    contactId: `${row}.contact_id`,
    status: `${row}.status`,
    expiresAt: timestampText(`(${row}.created_at + interval '1 day')`),
    fileId: `${row}.file_id`,
    errorCode: `${row}.error_code`,
  });
}

const contactExports = defineChild<ContactExportRecord>({
  name: 'contact_export',
  table: 'contact_exports',
  parent: contacts,
  column: 'contact_id',
  recordOf: contactExportJson,
});

export function getContactExport(
  { database, tenantId }: Context,
  { contactId, exportId }: { readonly contactId: string; readonly exportId: string },
): Promise<ContactExportRecord> {
  return requireChild(database.sql, contactExports, { tenantId, parentId: contactId, id: exportId });
}

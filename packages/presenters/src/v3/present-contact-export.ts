import type { components } from '@parley/contract/v3';
import type { ContactExportRecord, FileLinks } from '@parley/core';

export function presentContactExport(
  links: FileLinks,
  record: ContactExportRecord,
): components['schemas']['ContactExport'] {
  const signed = record.fileId === null ? null : links.sign(record.fileId);
  return {
    id: record.id,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    contactId: record.contactId,
    status: record.status,
    expiresAt: record.expiresAt,
    fileId: record.fileId,
    url: signed?.url ?? null,
    urlExpiresAt: signed?.expiresAt ?? null,
    errorCode: record.errorCode,
  };
}

/**
 * Returns the SQL condition that a file is not the result of an export of a contact. The result contains everything about
 * a person, and its scope is `contact_exports:read`; the operations of files do not find it.
 */
export function isVisibleFile(row: string, tenant = '$1::uuid'): string {
  return `not exists (
    select from contact_exports export where export.tenant_id = ${tenant} and export.file_id = ${row}.id)`;
}

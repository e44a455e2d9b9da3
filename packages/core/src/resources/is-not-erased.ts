/**
 * Returns the SQL condition that a contact or a chat does not belong to a person who is being erased in the background.
 * The list of hidden ids is read once per statement and is usually empty.
 */
export function isNotErased(id: string, tenant = '$1::uuid'): string {
  return `${id} <> all (array(
    select hidden.id from erased_records hidden where hidden.tenant_id = ${tenant} and hidden.is_hidden))`;
}

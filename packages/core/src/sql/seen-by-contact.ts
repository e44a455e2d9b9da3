/**
 * Whether the contact can have seen this message of the workspace: the provider has it, or had it before the worker could
 * record that.
 */
export function isSeenSql(message: string): string {
  return `(${message}.status in ('sent', 'delivered', 'read')
    or (${message}.status = 'pending' and ${message}.vendor_id is not null))`;
}

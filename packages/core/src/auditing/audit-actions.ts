/**
 * The actions that the audit log records. The contract lists the same actions, and a test compares the two lists. The
 * part before the dot is the kind of resource.
 */
export const auditActions = [
  'api_key.created',
  'api_key.revoked',
  'api_webhook.created',
  'api_webhook.deleted',
  'api_webhook.disabled',
  'api_webhook.secret_rotated',
  'api_webhook.updated',
  'automation.deactivated',
  'automation.deleted',
  'automation.published',
  'channel.created',
  'channel.deleted',
  'channel.updated',
  'contact.erased',
  'contact.exported',
  'contact.merged',
  'workspace.created',
  'workspace.data_key_rewrapped',
  'workspace.exported',
  'workspace.imported',
  'workspace.signing_secret_rotated',
  'workspace.updated',
] as const;

export type AuditAction = (typeof auditActions)[number];

import { type OpenTransaction, readDatabaseTime, type Send, type Sql, statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import type { AuditAction } from './audit-actions.js';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly resourceId: string;
  /** Names of fields, never their values: an entry must contain neither a secret nor personal data. */
  readonly changedFields?: readonly string[];
}

/** The part of a context that an entry needs. Without an actor, the service itself makes the change. */
export type AuditContext = Pick<Context, 'tenantId' | 'now' | 'actor'>;

/** Adds an entry to the audit log, in the transaction of the change. */
export function recordAudit(
  { send }: Pick<OpenTransaction, 'send'>,
  { tenantId, now, actor }: AuditContext,
  { action, resourceId, changedFields = [] }: AuditEntry,
): void {
  const who = [actor?.type ?? 'service', actor?.keyId ?? null, actor?.requestId ?? null];
  send(record, [tenantId, newId(), action, ...who, resourceId, [...changedFields].sort(), now()]);
}

/** Adds the entry of an operator's command, which has a transaction of its own kind or none. */
export async function recordOperatorAudit(sql: Sql, tenantId: string, entry: AuditEntry): Promise<void> {
  const added: Promise<unknown>[] = [];
  const send: Send = (statement, values) => added.push(sql(statement, values));
  recordAudit({ send }, await operatorContext(sql, tenantId), entry);
  await Promise.all(added);
}

/** This is SQL, because it is used in transactions of statements as well as in transactions of Prisma's client. */
const record = statement(
  'record-audit',
  `insert into audit_log (tenant_id, id, action, actor_type, key_id, request_id, resource_id, changed_fields, created_at)
   values ($1::uuid, $2::uuid, $3::text, $4::audit_actor, $5::uuid, $6::text, $7::uuid, $8::text[], $9::timestamptz)`,
);

/** The context of an operator's command for a workspace. */
export async function operatorContext(sql: Sql, tenantId: string): Promise<AuditContext> {
  const now = await readDatabaseTime(sql);
  return { tenantId, now: () => now, actor: { type: 'operator' } };
}

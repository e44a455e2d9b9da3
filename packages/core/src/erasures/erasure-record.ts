import { type ErasureState, statement } from '@parley/database';
import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { findById } from '../resources/find-by-id.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface ErasureRecord {
  readonly contactId: string;
  readonly state: ErasureState;
  readonly requestedAt: string;
  /** Null while the erasure is running. */
  readonly completedAt: string | null;
}

/** Returns the erasure of a deleted contact. A contact that exists has none, even if it was imported again after its erasure. */
export async function getErasure(
  { database: { sql }, tenantId }: Context,
  contactId: string,
): Promise<ErasureRecord> {
  const [erasure] = isId(contactId) ? await sql(find, [tenantId, contactId]) : [];
  if (erasure) return erasure.record;
  throw notFound((await findById(sql, contacts, { tenantId, id: contactId })) ? 'erasure' : 'contact');
}

const find = statement<{ record: ErasureRecord }>(
  'find-erasure',
  `select ${jsonObject<ErasureRecord>({
    contactId: 'erasure.contact_id',
    state: 'erasure.state',
    requestedAt: timestampText('erasure.requested_at'),
    completedAt: timestampText('erasure.completed_at'),
  })} as record
   from erasures erasure where erasure.tenant_id = $1::uuid and erasure.contact_id = $2::uuid
     and (erasure.state = 'running' or not exists (
       select from contacts where tenant_id = erasure.tenant_id and id = erasure.contact_id))`,
);

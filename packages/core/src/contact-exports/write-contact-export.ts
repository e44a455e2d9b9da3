import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { insertFile } from '../files/insert-file.js';
import { ContentIntake } from '../files/stores/content-intake.js';
import { withPlacedContent } from '../files/with-placed-content.js';
import { newId } from '../ids.js';
import { isLimitReached } from '../plans/limit-reached.js';
import { type LimitedTenant, limitsOf } from '../plans/limits-of.js';
import { limitToHalf } from '../sql/limit-bulk-work.js';
import { transact } from '../sql/transact.js';
import { requireRoomForBytes } from '../tenants/require-room.js';
import { readPerson } from './read-person.js';

/**
 * Writes the result of an export as a private file, in bounded memory. An export that has ended or was deleted is left as
 * it is, so that a job can run twice.
 */
export async function writeContactExport(service: Context, exportId: string): Promise<void> {
  const { database, tenantId, sizes } = service;
  const [pending] = await database.sql(findPending, [tenantId, exportId]);
  if (pending === undefined) return;
  const { contactId } = pending;
  const context = { ...service, limits: limitsOf(pending) };
  const intake = new ContentIntake(context);
  try {
    const { content, checksum, size } = await limitReading(context, () =>
      intake.receive(toChunks(readPerson(database, { tenantId, contactId, sizes }))),
    );
    const isMerged = await withPlacedContent(context, async (place) => {
      const result = { checksum, content: await place({ content, checksum }) };
      return transact(context, async (transaction) => {
        await requireRoomForBytes(transaction, context, size);
        const [locked] = await transaction.sql(lockPending, [tenantId, exportId]);
        if (locked === undefined) return false;
        if (locked.contactId !== contactId) return true;
        const file = { id: newId(), name: `contact-${contactId}.jsonl`, contentType: 'application/x-ndjson' };
        await insertFile(transaction, context, { ...file, ...result });
        await transaction.sql(complete, [tenantId, exportId, file.id, context.now()]);
        return false;
      });
    });
    // The contact was merged into another one meanwhile, and the result may lack what had moved by then.
    if (isMerged) await writeContactExport(service, exportId);
  } catch (error) {
    if (!isLimitReached(error)) throw error;
    await failContactExport(context, exportId, 'stored_bytes_limit_reached');
  } finally {
    await intake.discard();
  }
}

/**
 * An export reads with one connection and stores what it has read with others. Exports that held all connections would wait
 * for each other, so they hold at most half of them. The queue retries an export that has waited for too long.
 */
const limitReading = limitToHalf({ waitMs: 10 * 60 * 1_000 });

async function* toChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  for await (const line of lines) yield Buffer.from(`${line}\n`);
}

/** Marks an export as failed, unless it has ended. */
export async function failContactExport(
  { database, tenantId, now }: Context,
  exportId: string,
  errorCode: 'internal_error' | 'stored_bytes_limit_reached',
): Promise<void> {
  await database.sql(fail, [tenantId, exportId, errorCode, now()]);
}

const findPending = statement<LimitedTenant & { readonly contactId: string }>(
  'find-pending-contact-export',
  `select export.contact_id as "contactId", tenant.plan, tenant.requests_per_minute as "requestsPerMinute",
     tenant.limit_overrides as "limitOverrides"
   from contact_exports export join tenants tenant on tenant.id = export.tenant_id
   where export.tenant_id = $1::uuid and export.id = $2::uuid and export.status = 'pending'`,
);

const lockPending = statement<{ contactId: string }>(
  'lock-pending-contact-export',
  `select contact_id as "contactId" from contact_exports
   where tenant_id = $1::uuid and id = $2::uuid and status = 'pending' for no key update`,
);

const complete = statement(
  'complete-contact-export',
  `update contact_exports set status = 'completed', file_id = $3::uuid, updated_at = $4::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid`,
);

const fail = statement(
  'fail-contact-export',
  `update contact_exports set status = 'failed', error_code = $3::text, updated_at = $4::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid and status = 'pending'`,
);

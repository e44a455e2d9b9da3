import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { DomainError, type InvalidParams } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { updateChanged } from '../resources/update-changed.js';
import { checkCondition } from '../search/check-condition.js';
import { transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { requireScopes } from '../tenants/require-scopes.js';
import type { ValidPart } from '../valid-part.js';
import { type SegmentRecord, segments } from './segment-record.js';

export interface NewSegment {
  readonly name: string;
  readonly query: string;
}

export async function createSegment(context: Context, { name, query }: NewSegment): Promise<SegmentRecord> {
  await requireValid(context, { query });
  return transactWithPrisma(context, async (transaction) => {
    await requireRoomFor(transaction, context, 'segments');
    const row = newRow(context);
    await transaction.prisma.segment.create({ data: { ...row, name, query } });
    return requireById(transaction.sql, segments, row);
  });
}

interface SegmentUpdate extends Partial<NewSegment> {
  readonly segmentId: string;
}

/**
 * Updates a segment. Campaigns that use it read the new expression when their next occurrence starts. An expression
 * finds contacts, so the caller needs the scope to read them.
 */
export async function updateSegment(
  context: Context,
  { segmentId: id, name, query }: SegmentUpdate,
): Promise<SegmentRecord> {
  requireScopes(context, query === undefined ? [] : ['contacts:read']);
  await requireValid(context, { query });
  return transactWithPrisma(context, (transaction) =>
    updateChanged(transaction, context, segments, {
      id,
      values: { name, query },
      write: (key, data) => transaction.prisma.segment.update({ where: { tenantId_id: key }, data }),
    }),
  );
}

/** Returns the validation errors of a segment without writing. */
export async function findSegmentErrors(
  context: Context,
  { query }: ValidPart<Partial<NewSegment>>,
): Promise<InvalidParams> {
  return query === undefined ? {} : checkCondition(context, contacts, query);
}

async function requireValid(context: Context, values: { readonly query: string | undefined }): Promise<void> {
  const invalidParams = await findSegmentErrors(context, values);
  if (Object.keys(invalidParams).length > 0) throw new DomainError('invalid_body_params', { invalidParams });
}

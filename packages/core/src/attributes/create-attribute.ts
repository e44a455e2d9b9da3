import type { AttributeType } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import {
  describeNotUnique,
  reportUniqueViolation,
  type UniqueValue,
} from '../resources/report-unique-violation.js';
import { given } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import type { ValidPart } from '../valid-part.js';
import { type AttributeRecord, attributes } from './attribute-record.js';

export interface NewAttribute extends AttributeDetails {
  readonly name: string;
  readonly externalId: string;
  /** Default is `text`. */
  readonly type?: AttributeType;
}

/** The details that can be changed later, besides the name. */
export interface AttributeDetails {
  readonly description?: string | null;
  /** All three flags default to false. */
  readonly isVisibleQuickEdit?: boolean;
  readonly isVisibleContactsTable?: boolean;
  readonly isVisibleContactCreate?: boolean;
}

const uniqueExternalId: UniqueValue = {
  path: 'externalId',
  message: 'Another attribute has this external id',
};

export function createAttribute(
  context: Context,
  { name, externalId, type, ...details }: NewAttribute,
): Promise<AttributeRecord> {
  const create = () =>
    transactWithPrisma(context, async (transaction) => {
      await requireRoomFor(transaction, context, 'attributes');
      const { prisma, sql } = transaction;
      const row = newRow(context);
      const values = given({ type, ...detailsOf(details) });
      await prisma.attribute.create({ data: { ...row, name, externalId, ...values } });
      return requireById(sql, attributes, row);
    });
  return reportUniqueViolation(uniqueExternalId, create);
}

/** Returns the validation errors of a new attribute without writing. */
export async function findAttributeErrors(
  { database, tenantId }: Context,
  { externalId }: ValidPart<Pick<NewAttribute, 'externalId'>>,
): Promise<InvalidParams> {
  if (externalId === undefined) return {};
  const where = { tenantId, externalId };
  const other = await database.prisma.attribute.findFirst({ where, select: { id: true } });
  return describeNotUnique(uniqueExternalId, other);
}

export function detailsOf(details: AttributeDetails) {
  const { description, isVisibleQuickEdit, isVisibleContactsTable, isVisibleContactCreate } = details;
  return { description, isVisibleQuickEdit, isVisibleContactsTable, isVisibleContactCreate };
}

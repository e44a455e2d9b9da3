import type { Context } from '../context.js';
import { updateChanged } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type AttributeRecord, attributes } from './attribute-record.js';
import { type AttributeDetails, detailsOf } from './create-attribute.js';

interface AttributeUpdate extends AttributeDetails {
  readonly attributeId: string;
  readonly name?: string;
}

/** Updates an attribute. Absent fields remain unchanged. */
export function updateAttribute(
  context: Context,
  { attributeId: id, name, ...details }: AttributeUpdate,
): Promise<AttributeRecord> {
  return transactWithPrisma(context, (transaction) =>
    updateChanged(transaction, context, attributes, {
      id,
      values: { name, ...detailsOf(details) },
      write: (key, data) => transaction.prisma.attribute.update({ where: { tenantId_id: key }, data }),
    }),
  );
}

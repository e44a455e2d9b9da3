import type { Context } from '../context.js';
import { updateRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type AttributeRecord, attributes } from './attribute-record.js';
import { type AttributeDetails, detailColumns } from './create-attribute.js';

interface AttributeUpdate extends AttributeDetails {
  readonly attributeId: string;
  readonly name?: string;
}

/** Absent fields stay as they are. */
export function updateAttribute(
  context: Context,
  { attributeId: id, name, ...details }: AttributeUpdate,
): Promise<AttributeRecord> {
  const values = { name, ...detailColumns(details) };
  return transact(context, (transaction) => updateRecord(transaction, context, attributes, { id, values }));
}

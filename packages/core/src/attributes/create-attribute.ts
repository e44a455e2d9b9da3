import type { AttributeType } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { findTaken, refuseTaken, type UniqueValue } from '../resources/refuse-taken.js';
import { insertRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
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
  /** Default of all three is false. */
  readonly isVisibleQuickEdit?: boolean;
  readonly isVisibleContactsTable?: boolean;
  readonly isVisibleContactCreate?: boolean;
}

const uniqueExternalId: UniqueValue = {
  path: 'externalId',
  message: 'Another attribute has this external id',
  resource: attributes,
  columns: ['external_id'],
};

export function createAttribute(context: Context, attribute: NewAttribute): Promise<AttributeRecord> {
  const { name, externalId, type } = attribute;
  const values = { external_id: externalId, name, type, ...detailColumns(attribute) };
  return refuseTaken(uniqueExternalId, () =>
    transact(context, (transaction) => insertRecord(transaction, context, attributes, values)),
  );
}

/** Returns the validation errors of a new attribute without writing. */
export function findAttributeErrors(
  context: Context,
  { externalId }: ValidPart<Pick<NewAttribute, 'externalId'>>,
): Promise<InvalidParams> {
  return findTaken(context, { unique: uniqueExternalId, values: { external_id: externalId } });
}

export function detailColumns(details: AttributeDetails) {
  return {
    description: details.description,
    is_visible_quick_edit: details.isVisibleQuickEdit,
    is_visible_contacts_table: details.isVisibleContactsTable,
    is_visible_contact_create: details.isVisibleContactCreate,
  };
}

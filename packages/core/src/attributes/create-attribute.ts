import type { AttributeType } from '@parley/database';
import type { Context } from '../context.js';
import { insertRecord } from '../resources/write-record.js';
import { refuseTaken } from '../sql/refuse-taken.js';
import { transact } from '../sql/transact.js';
import { type AttributeRecord, attributes } from './attribute-record.js';

export interface NewAttribute extends AttributeDetails {
  readonly name: string;
  readonly externalId: string;
  /** Text, unless told. */
  readonly type?: AttributeType;
}

/** What can be changed later, beside the name. */
export interface AttributeDetails {
  readonly description?: string | null;
  /** All three are false, unless told. */
  readonly isVisibleQuickEdit?: boolean;
  readonly isVisibleContactsTable?: boolean;
  readonly isVisibleContactCreate?: boolean;
}

const takenExternalId = { path: 'externalId', message: 'Another attribute has this external id' };

export function createAttribute(context: Context, attribute: NewAttribute): Promise<AttributeRecord> {
  const { name, externalId, type } = attribute;
  const values = { external_id: externalId, name, type, ...detailColumns(attribute) };
  return refuseTaken(takenExternalId, () =>
    transact(context, (transaction) => insertRecord(transaction, context, attributes, values)),
  );
}

export function detailColumns(details: AttributeDetails) {
  return {
    description: details.description,
    is_visible_quick_edit: details.isVisibleQuickEdit,
    is_visible_contacts_table: details.isVisibleContactsTable,
    is_visible_contact_create: details.isVisibleContactCreate,
  };
}

import type { AttributeType } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface AttributeRecord {
  readonly id: string;
  readonly externalId: string;
  readonly name: string;
  readonly type: AttributeType;
  readonly description: string | null;
  readonly isVisibleQuickEdit: boolean;
  readonly isVisibleContactsTable: boolean;
  readonly isVisibleContactCreate: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const attributes: SearchableResource<AttributeRecord> = {
  ...defineResource<AttributeRecord>({ name: 'attribute', table: 'attributes', recordOf: attributeJson }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    externalId: { kind: 'text', column: 'external_id' },
    type: { ...enumField('attribute_type'), column: 'type' },
  },
};

function attributeJson(row: string): string {
  return jsonObject<AttributeRecord>({
    id: `${row}.id`,
    externalId: `${row}.external_id`,
    name: `${row}.name`,
    type: `${row}.type`,
    description: `${row}.description`,
    isVisibleQuickEdit: `${row}.is_visible_quick_edit`,
    isVisibleContactsTable: `${row}.is_visible_contacts_table`,
    isVisibleContactCreate: `${row}.is_visible_contact_create`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
  });
}

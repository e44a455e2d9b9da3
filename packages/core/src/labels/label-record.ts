import { defineResource } from '../resources/resource.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface LabelRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string;
  readonly color: string;
}

export const labels: SearchableResource<LabelRecord> = {
  ...defineResource<LabelRecord>({ name: 'label', table: 'labels', recordOf: labelJson }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    color: { kind: 'text', column: 'color' },
  },
};

function labelJson(row: string): string {
  return jsonObject<LabelRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    name: `${row}.name`,
    color: `${row}.color`,
  });
}

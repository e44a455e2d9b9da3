import { defineResource } from '../resources/resource.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

/** A filter expression over contacts, under a name. */
export interface SegmentRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string;
  readonly query: string;
}

export const segments: SearchableResource<SegmentRecord> = {
  ...defineResource<SegmentRecord>({ name: 'segment', table: 'segments', recordOf: segmentJson }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
  },
};

function segmentJson(row: string): string {
  return jsonObject<SegmentRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    name: `${row}.name`,
    query: `${row}.query`,
  });
}

import { defineResource } from '../resources/resource.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';
import { isVisibleFile } from './is-visible-file.js';

export interface FileRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** The secret part of the public URL; null until the URL is requested. */
  readonly publicToken: string | null;
}

export const files: SearchableResource<FileRecord> = {
  ...defineResource<FileRecord>({
    name: 'file',
    table: 'files',
    recordOf: fileJson,
    isVisible: isVisibleFile,
  }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    contentType: { kind: 'text', column: 'content_type' },
    size: { kind: 'number', column: 'size' },
  },
};

export function fileJson(row: string): string {
  return jsonObject<FileRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    name: `${row}.name`,
    contentType: `${row}.content_type`,
    size: `${row}.size`,
    publicToken: `${row}.public_token`,
  });
}

import { defineResource } from '../resources/resource.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

/** A person who handles chats. */
export interface UserRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly isAvailable: boolean;
}

export const users: SearchableResource<UserRecord> = {
  ...defineResource<UserRecord>({ name: 'user', table: 'users', recordOf: userJson }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    externalId: { kind: 'text', column: 'external_id' },
    email: { kind: 'text', column: 'email', addressTypes: ['email'] },
    isAvailable: { kind: 'boolean', column: 'is_available' },
  },
};

function userJson(row: string): string {
  return jsonObject<UserRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    externalId: `${row}.external_id`,
    name: `${row}.name`,
    email: `${row}.email`,
    isAvailable: `${row}.is_available`,
  });
}

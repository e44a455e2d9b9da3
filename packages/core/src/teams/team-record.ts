import { defineResource } from '../resources/resource.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonList, jsonObject, timestampText } from '../sql/json.js';

/** A group of users who handle chats. */
export interface TeamRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly users: readonly TeamUserRecord[];
}

interface TeamUserRecord {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
}

export const teams: SearchableResource<TeamRecord> = {
  ...defineResource<TeamRecord>({ name: 'team', table: 'teams', recordOf: teamJson }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    externalId: { kind: 'text', column: 'external_id' },
  },
};

function teamJson(row: string): string {
  return jsonObject<TeamRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    externalId: `${row}.external_id`,
    name: `${row}.name`,
    users: jsonList({
      item: jsonObject<TeamUserRecord>({
        id: 'member_user.id',
        externalId: 'member_user.external_id',
        name: 'member_user.name',
      }),
      from: `team_members member
        join users member_user on member_user.tenant_id = member.tenant_id and member_user.id = member.user_id
        where member.tenant_id = ${row}.tenant_id and member.team_id = ${row}.id`,
      orderBy: 'member_user.name, member_user.id',
    }),
  });
}

import type { HandleType } from '@parley/database';
import { jsonObject, timestampText } from '../sql/json.js';

export interface HandleRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly type: HandleType;
  readonly isPrimary: boolean;
  readonly value: string;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly hasChats: boolean;
}

/** A caller that knows whether the handle has chats passes it, which saves the lookup. */
export function handleJson(row: string, hasChats = hasChatsSql(row)): string {
  return jsonObject<HandleRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    type: `${row}.type`,
    isPrimary: `${row}.is_primary`,
    value: `${row}.value`,
    extra: `${row}.extra`,
    hasChats,
  });
}

function hasChatsSql(row: string): string {
  return `exists (select from chats handle_chat where handle_chat.tenant_id = ${row}.tenant_id
    and handle_chat.contact_id = ${row}.contact_id and handle_chat.handle_id = ${row}.id)`;
}

import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { transact } from '../sql/transact.js';
import { type FileRecord, files } from './file-record.js';

/** Makes a file private again: its public URL is no longer found. A file without one does not change. */
export function revokePublicUrl(context: Context, fileId: string): Promise<FileRecord> {
  const { tenantId, now } = context;
  return transact(context, async ({ sql }) => {
    if (isId(fileId)) await sql(revoke, [tenantId, now(), fileId]);
    return requireById(sql, files, { tenantId, id: fileId });
  });
}

const revoke = statement(
  'revoke-public-url',
  `update files set public_token = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and public_token is not null`,
);

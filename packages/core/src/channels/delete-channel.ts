import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { channels } from './channel-record.js';

/** Chats, messages and campaigns go with it. It is locked first, so that nothing is added to it meanwhile. */
export function deleteChannel(context: Context, channelId: string): Promise<DeleteResult> {
  return limitBulkWork(context, () =>
    deleteById(context, channels, channelId, async ({ sql }) => {
      await sql(lock, [context.tenantId, channelId]);
    }),
  );
}

const lock = statement(
  'lock-channel-to-delete',
  'select id from channels where tenant_id = $1::uuid and id = $2::uuid for update',
);

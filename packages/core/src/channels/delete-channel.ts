import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { transact } from '../sql/transact.js';
import { channels } from './channel-record.js';

/** As many chats go in one statement; ten thousand with their messages would take longer than one may. */
const portion = 500;

/** Chats, messages and campaigns go with it. A channel with many chats loses most of them before it goes itself. */
export function deleteChannel(context: Context, channelId: string): Promise<DeleteResult> {
  return limitBulkWork(context, async () => {
    if (isId(channelId)) while (await removePortion(context, channelId));
    return deleteById(context, channels, channelId, async ({ sql }) => {
      // Nothing is added to it meanwhile.
      await sql(lock, [context.tenantId, channelId]);
    });
  });
}

async function removePortion(context: Context, channelId: string): Promise<boolean> {
  const { database, tenantId } = context;
  const found = await database.sql(findPortion, [tenantId, channelId, portion]);
  if (found.length === 0) return false;
  await transact(context, ({ sql }) => sql(removeChats, [tenantId, found.map(({ id }) => id)]));
  return true;
}

/** None when all that are left are a portion or less: they go with the channel, as a whole or not at all. */
const findPortion = statement<{ id: string }>(
  'find-portion-of-chats',
  `select id from chats where tenant_id = $1::uuid and channel_id = $2::uuid and exists (
     select from chats where tenant_id = $1::uuid and channel_id = $2::uuid offset $3::int
   )
   limit $3::int`,
);

const removeChats = statement(
  'remove-portion-of-chats',
  'delete from chats where tenant_id = $1::uuid and id = any ($2::uuid[])',
);

const lock = statement(
  'lock-channel-to-delete',
  'select id from channels where tenant_id = $1::uuid and id = $2::uuid for update',
);

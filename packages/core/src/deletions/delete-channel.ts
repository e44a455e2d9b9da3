import { recordAudit } from '../auditing/record-audit.js';
import { deleteCampaigns } from '../campaigns/delete-campaign.js';
import { channels } from '../channels/channel-record.js';
import type { Context } from '../context.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { defineDependents, deleteInBatches } from '../resources/delete-in-batches.js';
import { removeNotesOfChannel } from './remove-notes-of-channel.js';

/**
 * Deletes a channel. Its campaigns are deleted first, because a running one would create chats again; then its chats
 * with their messages and notes.
 */
export async function deleteChannel(context: Context, channelId: string): Promise<DeleteResult> {
  await deleteCampaigns(context, 'channel_id', channelId);
  await removeNotesOfChannel(context, channelId);
  return deleteInBatches(context, channels, channelId, {
    dependents: chats,
    record: (transaction) =>
      recordAudit(transaction, context, { action: 'channel.deleted', resourceId: channelId }),
  });
}

const chats = defineDependents('chats', 'channel_id');

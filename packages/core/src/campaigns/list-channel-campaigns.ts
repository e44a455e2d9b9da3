import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { jsonList } from '../sql/json.js';
import { type CampaignRecord, campaignJson } from './campaign-record.js';

/** Returns all campaigns of a channel, newest first. */
export async function listChannelCampaigns(
  { database, tenantId }: Context,
  channelId: string,
): Promise<CampaignRecord[]> {
  const [channel] = isId(channelId) ? await database.sql(listCampaigns, [tenantId, channelId]) : [];
  if (channel === undefined) throw notFound('channel');
  return channel.campaigns;
}

const campaignsOfChannel = jsonList({
  item: campaignJson('campaign'),
  from: `campaigns campaign
    where campaign.tenant_id = channel.tenant_id and campaign.channel_id = channel.id`,
  orderBy: 'campaign.created_at desc, campaign.id desc',
});

const listCampaigns = statement<{ campaigns: CampaignRecord[] }>(
  'list-channel-campaigns',
  `select ${campaignsOfChannel} as campaigns from channels channel
   where channel.tenant_id = $1::uuid and channel.id = $2::uuid`,
);

import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { type BoundedRecords, listTooLarge, maxPageBytes } from '../search/page-bytes.js';
import { withinSearch } from '../search/run-search.js';
import { jsonList } from '../sql/json.js';
import { type CampaignRecord, campaignJson } from './campaign-record.js';

/**
 * Returns all campaigns of a channel, newest first, within the bounds of the searches of the workspace. v2 has no pages, so
 * a list that is larger than a page may be is refused.
 */
export async function listChannelCampaigns(
  context: Context,
  channelId: string,
): Promise<readonly CampaignRecord[]> {
  const { database, tenantId } = context;
  if (!isId(channelId)) throw notFound('channel');
  const [channel] = await withinSearch(
    context,
    ({ lookUp }) => lookUp(listCampaigns, [tenantId, channelId]),
    advice,
  );
  if (channel === undefined) throw notFound('channel');
  if (channel.records === null) throw listTooLarge(database.searches.timeoutMs, advice);
  return channel.records;
}

const advice =
  'Read the broadcasts page by page with v3: `POST /v3/campaigns/search`, with `eq(channelId,"…")` as `query`.';

const ofChannel = `campaigns campaign
  where campaign.tenant_id = channel.tenant_id and campaign.channel_id = channel.id`;

const campaignsOfChannel = jsonList({
  item: campaignJson('campaign'),
  from: ofChannel,
  orderBy: 'campaign.created_at desc, campaign.id desc',
});

/** The bytes are added up campaign by campaign, because the database would hold the whole list to measure it. */
const listCampaigns = statement<BoundedRecords<readonly CampaignRecord[]>>(
  'list-channel-campaigns',
  `select case when list.bytes <= ${maxPageBytes} then ${campaignsOfChannel} end as records, list.bytes
   from channels channel, lateral (
     select coalesce(sum(octet_length(${campaignJson('campaign')}::text)), 0)::float8 as bytes from ${ofChannel}
   ) list
   where channel.tenant_id = $1::uuid and channel.id = $2::uuid`,
);

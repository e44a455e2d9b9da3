import { type Database, statement } from '@parley/database';

const columns = [
  'recipients',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
  'canceled',
  'replied',
  'opted_out',
];

/** Replaces the changes of each campaign's numbers by their sums, so that few rows are added up when it is read. */
export async function foldCampaignResults({ sql }: Database): Promise<void> {
  await sql(fold, []);
}

/**
 * A campaign that is being deleted is skipped, and none is deleted meanwhile: the sum would be left over. Changes that are
 * recorded meanwhile are folded the next time.
 */
const fold = statement(
  'fold-campaign-results',
  `with many as (
     select tenant_id, campaign_id from campaign_result_changes group by tenant_id, campaign_id having count(*) > 1
   ), locked as materialized (
     select change.tenant_id, change.campaign_id, change.id from many
     join campaigns campaign on campaign.tenant_id = many.tenant_id and campaign.id = many.campaign_id
     join campaign_result_changes change
       on change.tenant_id = many.tenant_id and change.campaign_id = many.campaign_id
     for key share of campaign skip locked for update of change skip locked
   ), folded as (
     delete from campaign_result_changes change using locked
     where change.tenant_id = locked.tenant_id and change.campaign_id = locked.campaign_id and change.id = locked.id
     returning change.*
   )
   insert into campaign_result_changes (tenant_id, campaign_id, ${columns.join(', ')})
   select tenant_id, campaign_id, ${columns.map((column) => `sum(${column})`).join(', ')}
   from folded group by tenant_id, campaign_id`,
);

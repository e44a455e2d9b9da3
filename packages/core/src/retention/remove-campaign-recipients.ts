import { keptRecipientsSql } from '../campaigns/kept-numbers-sql.js';
import { sizedStatement } from '../sql/sized-statement.js';
import type { Removed } from './removal.js';

/**
 * Removes the recipients of campaigns that ended before the cut-off, and that have no send: it was removed earlier, or the
 * campaign was canceled before it sent anything. The totals still include them. The campaign is locked with its recipients,
 * because an erasure locks the campaigns of a person first.
 */
export const removeCampaignRecipients = sizedStatement<Removed>(
  'remove-expired-campaign-recipients',
  ({ retentionBatch }) => `with old as materialized (
     select record.tenant_id, record.id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as tenant(id, before, first_id)
     cross join lateral (
       select recipient.tenant_id, recipient.id from campaigns campaign
       join campaign_recipients recipient
         on recipient.tenant_id = campaign.tenant_id and recipient.campaign_id = campaign.id
       where campaign.tenant_id = tenant.id and campaign.status in ('completed', 'failed', 'canceled')
         and campaign.updated_at < tenant.before
         and not exists (
           select from campaign_occurrences occurrence where occurrence.tenant_id = campaign.tenant_id
             and occurrence.campaign_id = campaign.id
             and (occurrence.finished_at is null or occurrence.finished_at >= tenant.before)
         )
         and not exists (
           select from campaign_sends send
           where send.tenant_id = recipient.tenant_id and send.recipient_id = recipient.id
         )
       limit ${retentionBatch} for no key update of campaign, recipient skip locked
     ) record limit ${retentionBatch}
   ), leaving as (
     delete from campaign_recipients recipient using old
     where recipient.tenant_id = old.tenant_id and recipient.id = old.id
     returning recipient.tenant_id, recipient.campaign_id
   ), ${keptRecipientsSql}
   select count(*)::int as count from leaving`,
);

import { keptNumbersSql, keptRecipientsSql } from '../campaigns/kept-numbers-sql.js';
import { sizedStatement } from '../sql/sized-statement.js';
import { expiredIn, type Removed } from './removal.js';

/**
 * Removes the sends of occurrences that ended before the cut-off, and adds their numbers to the occurrence. When the
 * campaign has ended, a recipient is removed with its last send; a campaign that recurs still needs its recipients.
 */
export const removeCampaignSends = sizedStatement<Removed>(
  'remove-expired-campaign-sends',
  ({ retentionBatch }) => `with old as materialized (
     ${expiredIn(
       'campaign_sends',
       `exists (
          select from campaign_occurrences occurrence where occurrence.tenant_id = record.tenant_id
            and occurrence.id = record.occurrence_id and occurrence.finished_at < tenant.before
        )`,
       retentionBatch,
     )}
   ), removed as (
     delete from campaign_sends send using old where send.tenant_id = old.tenant_id and send.id = old.id
     returning send.tenant_id, send.id, send.campaign_id, send.occurrence_id, send.recipient_id, send.status,
       send.replied_at, send.opted_out_at
   ), ${keptNumbersSql}, leaving as (
     delete from campaign_recipients recipient using removed, campaigns campaign
     where recipient.tenant_id = removed.tenant_id and recipient.id = removed.recipient_id
       and campaign.tenant_id = removed.tenant_id and campaign.id = removed.campaign_id
       and campaign.status in ('completed', 'failed', 'canceled')
       and not exists (
         select from campaign_sends send where send.tenant_id = recipient.tenant_id and send.recipient_id = recipient.id
           and send.id not in (select id from removed)
       )
     returning recipient.tenant_id, recipient.campaign_id
   ), ${keptRecipientsSql}
   select count(*)::int as count from removed`,
);

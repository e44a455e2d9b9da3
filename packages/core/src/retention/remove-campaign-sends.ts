import { statement } from '@parley/database';
import { expiredIn, type Removed } from './removal.js';

/**
 * Removes the sends of occurrences that ended before the cut-off, and adds their numbers to the occurrence. When the
 * campaign has ended, a recipient is removed with its last send; a campaign that recurs still needs its recipients.
 */
export const removeCampaignSends = statement<Removed>(
  'remove-expired-campaign-sends',
  `with old as materialized (
     ${expiredIn(
       'campaign_sends',
       `exists (
          select from campaign_occurrences occurrence where occurrence.tenant_id = record.tenant_id
            and occurrence.id = record.occurrence_id and occurrence.finished_at < tenant.before
        )`,
     )}
   ), removed as (
     delete from campaign_sends send using old where send.tenant_id = old.tenant_id and send.id = old.id
     returning send.tenant_id, send.id, send.campaign_id, send.occurrence_id, send.recipient_id, send.status
   ), counted as (
     select tenant_id, occurrence_id, status::text, count(*) as number from removed group by 1, 2, 3
   ), kept_numbers as (
     update campaign_occurrences occurrence set removed_sends = (
       select jsonb_object_agg(status, number) from (
         select status, sum(number) as number from (
           select status, number::bigint from jsonb_each_text(occurrence.removed_sends) as known(status, number)
           union all
           select status, number from counted
           where counted.tenant_id = occurrence.tenant_id and counted.occurrence_id = occurrence.id
         ) added group by status
       ) total
     )
     from (select distinct tenant_id, occurrence_id from removed) touched
     where occurrence.tenant_id = touched.tenant_id and occurrence.id = touched.occurrence_id
   ), leaving as (
     delete from campaign_recipients recipient using removed, campaigns campaign
     where recipient.tenant_id = removed.tenant_id and recipient.id = removed.recipient_id
       and campaign.tenant_id = removed.tenant_id and campaign.id = removed.campaign_id
       and campaign.status in ('completed', 'failed', 'canceled')
       and not exists (
         select from campaign_sends send where send.tenant_id = recipient.tenant_id and send.recipient_id = recipient.id
           and send.id not in (select id from removed)
       )
     returning recipient.tenant_id, recipient.campaign_id
   ), kept_recipients as (
     update campaigns campaign set removed_recipients = removed_recipients + gone.number
     from (select tenant_id, campaign_id, count(*)::int as number from leaving group by 1, 2) gone
     where campaign.tenant_id = gone.tenant_id and campaign.id = gone.campaign_id
   )
   select count(*)::int as count from removed`,
);

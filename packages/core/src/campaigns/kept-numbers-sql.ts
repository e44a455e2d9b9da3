/**
 * SQL queries that add the numbers of `removed`, which are sends that are about to go, to their occurrences. The totals of
 * the campaign then still include them. A send that is removed before its message was sent counts as canceled.
 */
export const keptNumbersSql = `counted as (
    select removed.tenant_id, removed.occurrence_id, number.name, count(*) as number from removed
    cross join lateral (
      select case removed.status when 'pending' then 'canceled' else removed.status::text end
      union all select 'replied' where removed.replied_at is not null
      union all select 'optedOut' where removed.opted_out_at is not null
    ) number(name)
    group by 1, 2, 3
  ), kept_numbers as (
    update campaign_occurrences occurrence set removed_sends = (
      select jsonb_object_agg(name, number) from (
        select name, sum(number) as number from (
          select name, number::bigint from jsonb_each_text(occurrence.removed_sends) as known(name, number)
          union all
          select counted.name, counted.number from counted
          where counted.tenant_id = occurrence.tenant_id and counted.occurrence_id = occurrence.id
        ) added group by name
      ) total
    )
    from (select distinct tenant_id, occurrence_id from removed) touched
    where occurrence.tenant_id = touched.tenant_id and occurrence.id = touched.occurrence_id
  )`;

/** A SQL query that adds the number of `leaving`, which are recipients that are about to go, to their campaigns. */
export const keptRecipientsSql = `kept_recipients as (
    update campaigns campaign set removed_recipients = removed_recipients + gone.number
    from (select tenant_id, campaign_id, count(*)::int as number from leaving group by 1, 2) gone
    where campaign.tenant_id = gone.tenant_id and campaign.id = gone.campaign_id
  )`;

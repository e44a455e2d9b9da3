/**
 * Ends the occurrences of a campaign that fails, so that retention can delete their rows. The first values of the
 * statement are the tenant, the time and the campaign.
 */
export const endOccurrencesSql = `occurrence as (
     update campaign_occurrences set finished_at = $2::timestamptz, updated_at = $2::timestamptz, audience_query = null
     where tenant_id = $1::uuid and campaign_id = $3::uuid and finished_at is null
   )`;

import type { Database } from '@parley/database';

interface Counted {
  readonly name: string;
  readonly counted: string;
  readonly found: string;
}

/** Finds campaigns whose counted results differ from their recipients and sends. */
export async function findResultBreaches(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query<Counted>(results);
  return rows
    .filter(({ counted, found }) => counted !== found)
    .map(({ name, counted, found }) => `campaign ${name} counts ${counted}, but has ${found}`);
}

const statuses = ['pending', 'sent', 'delivered', 'read', 'failed', 'skipped', 'canceled'];

const results = `select campaign.name,
    (select concat_ws(' ', ${['recipients', ...statuses].map((name) => `coalesce(sum(change.${name}), 0)`).join(', ')})
      from campaign_result_changes change
      where change.tenant_id = campaign.tenant_id and change.campaign_id = campaign.id) as counted,
    concat_ws(' ', (
      select count(*) from campaign_recipients recipient
      where recipient.tenant_id = campaign.tenant_id and recipient.campaign_id = campaign.id
    ), (
      select concat_ws(' ', ${statuses.map((status) => `count(*) filter (where send.status = '${status}')`).join(', ')})
      from campaign_sends send where send.tenant_id = campaign.tenant_id and send.campaign_id = campaign.id
    )) as found
  from campaigns campaign order by campaign.id`;

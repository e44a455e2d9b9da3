import type { Database } from '@parley/database';

const names = [
  'recipients',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
  'canceled',
] as const;

type Numbers = Record<(typeof names)[number] | 'replied' | 'opted_out', number>;

export interface CountedCampaign {
  readonly counted: Numbers;
  readonly recounted: Numbers;
}

/** Returns the recorded numbers of each campaign of a tenant, and what its rows say, read at the same moment. */
export async function recountResults({ pool }: Database, tenantId: string): Promise<CountedCampaign[]> {
  const { rows } = await pool.query<CountedCampaign>(text, [tenantId]);
  return rows;
}

const columns = [...names, 'replied', 'opted_out'];

const removed = (key: string) => `(select coalesce(sum((occurrence.removed_sends ->> '${key}')::int), 0)
  from campaign_occurrences occurrence where occurrence.campaign_id = campaign.id)`;

const sends = (condition: string) =>
  `(select count(*) from campaign_sends send where send.campaign_id = campaign.id and ${condition})`;

const recounted = [
  `'recipients', campaign.removed_recipients
    + (select count(*) from campaign_recipients recipient where recipient.campaign_id = campaign.id)`,
  ...names.slice(1).map((name) => `'${name}', ${sends(`send.status = '${name}'`)} + ${removed(name)}`),
  `'replied', ${sends('send.replied_at is not null')} + ${removed('replied')}`,
  `'opted_out', ${sends('send.opted_out_at is not null')} + ${removed('optedOut')}`,
];

const text = `select json_build_object(${recounted.join(', ')}) as recounted,
    (select json_build_object(${columns.map((name) => `'${name}', coalesce(sum(change.${name}), 0)`).join(', ')})
     from campaign_result_changes change where change.campaign_id = campaign.id) as counted
  from campaigns campaign where campaign.tenant_id = $1 order by campaign.id`;

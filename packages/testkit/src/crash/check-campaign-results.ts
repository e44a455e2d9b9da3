import type { Database } from '@parley/database';

interface Counted {
  readonly name: string;
  readonly counted: string;
  readonly found: string;
}

/** Finds campaigns whose counted results differ from their recipients and sends, including those that were removed. */
export async function findResultBreaches(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query<Counted>(results);
  return rows
    .filter(({ counted, found }) => counted !== found)
    .map(({ name, counted, found }) => `campaign ${name} counts ${counted}, but has ${found}`);
}

interface ResultNumber {
  /** The column of `campaign_result_changes`. */
  readonly column: string;
  /** The key in `removed_sends`. */
  readonly key: string;
  /** Which sends count. */
  readonly condition: string;
}

const statuses = ['pending', 'sent', 'delivered', 'read', 'failed', 'skipped', 'canceled'];

const numbers: readonly ResultNumber[] = [
  ...statuses.map((status) => ({ column: status, key: status, condition: `send.status = '${status}'` })),
  { column: 'replied', key: 'replied', condition: 'send.replied_at is not null' },
  { column: 'opted_out', key: 'optedOut', condition: 'send.opted_out_at is not null' },
];

const counted = ['recipients', ...numbers.map(({ column }) => column)].map(
  (name) => `coalesce(sum(change.${name}), 0)`,
);

const recipients = `campaign.removed_recipients + (
    select count(*) from campaign_recipients recipient
    where recipient.tenant_id = campaign.tenant_id and recipient.campaign_id = campaign.id
  )`;

function sendsOf({ key, condition }: ResultNumber): string {
  return `(
      select count(*) from campaign_sends send
      where send.tenant_id = campaign.tenant_id and send.campaign_id = campaign.id and ${condition}
    ) + (
      select coalesce(sum((occurrence.removed_sends ->> '${key}')::bigint), 0) from campaign_occurrences occurrence
      where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
    )`;
}

const results = `select campaign.name,
    (select concat_ws(' ', ${counted.join(', ')}) from campaign_result_changes change
      where change.tenant_id = campaign.tenant_id and change.campaign_id = campaign.id) as counted,
    concat_ws(' ', ${[recipients, ...numbers.map(sendsOf)].join(', ')}) as found
  from campaigns campaign order by campaign.id`;

import { type CampaignSendStatus, statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { scheduleRun } from '../../triggers/schedule-run.js';
import type { MergedPair } from './move-records.js';

/**
 * Moves the places of a contact in campaigns. In a campaign that has both contacts, one recipient is left. In each
 * occurrence it has the send that got further, or the one of the kept contact if they are equal, with the replies to
 * both. The run of the other send is canceled if it has sent nothing; otherwise it continues without the campaign. Its
 * messages so far stay messages of the campaign.
 */
export async function moveRecipients(
  transaction: Transaction,
  context: Context,
  { keptId, mergedId }: MergedPair,
): Promise<void> {
  const { sql } = transaction;
  const { tenantId, now } = context;
  const both = await sql(findBoth, [tenantId, keptId, mergedId]);
  if (both.length > 0) {
    const kept = both.map((pair) => pair.keptId);
    const merged = both.map((pair) => pair.mergedId);
    const surplus = await sql(findSurplus, [tenantId, kept, merged]);
    const ids = surplus.map(({ id }) => id);
    const continued = await sql(detachRuns, [tenantId, now(), ids]);
    for (const { id } of continued) scheduleRun(transaction, context, { runId: id, at: now() });
    const leftIds = surplus.map(({ leftId }) => leftId);
    await sql(uniteResults, [tenantId, now(), ids, leftIds]);
    await sql(replaceSends, [tenantId, ids, leftIds]);
    await sql(moveSends, [tenantId, now(), kept, merged]);
    await sql(removeRecipients, [tenantId, merged]);
  }
  await sql(move, [tenantId, keptId, mergedId]);
}

/** The recipients of campaigns that have both contacts. */
const findBoth = statement<MergedPair>(
  'find-recipients-of-both-contacts',
  `select kept.id as "keptId", merged.id as "mergedId"
   from campaign_recipients merged
   join campaign_recipients kept on kept.tenant_id = merged.tenant_id and kept.campaign_id = merged.campaign_id
     and kept.contact_id = $2::uuid
   where merged.tenant_id = $1::uuid and merged.contact_id = $3::uuid
   order by merged.id for no key update of merged, kept`,
);

/** How far a send has got; a pending one with a message is about to be sent. */
const progress: Readonly<Record<CampaignSendStatus, number>> = {
  read: 7,
  delivered: 6,
  sent: 5,
  pending: 3,
  failed: 2,
  skipped: 1,
  canceled: 0,
};

function progressOf(send: string): string {
  const cases = Object.entries(progress).map(([status, rank]) => `when '${status}' then ${rank}`);
  return `case ${send}.status ${cases.join(' ')} end
    + case when ${send}.status = 'pending' and ${send}.message_id is not null then 1 else 0 end`;
}

const isMergedFurther = `${progressOf('merged')} > ${progressOf('kept')}`;

/** Each surplus send with the one that is left. */
const findSurplus = statement<{ id: string; leftId: string }>(
  'find-surplus-sends',
  `select case when ${isMergedFurther} then kept.id else merged.id end as id,
     case when ${isMergedFurther} then merged.id else kept.id end as "leftId"
   from unnest($2::uuid[], $3::uuid[]) as pair(kept_id, merged_id)
   join campaign_sends merged on merged.tenant_id = $1::uuid and merged.recipient_id = pair.merged_id
   join campaign_sends kept on kept.tenant_id = $1::uuid and kept.recipient_id = pair.kept_id
     and kept.occurrence_id = merged.occurrence_id
   order by 1`,
);

/** A run would be deleted with its send. The worker that runs it knows the send, so its lease ends. */
const detachRuns = statement<{ id: string }>(
  'detach-runs-of-sends',
  `with surplus as (
     select run.id, run.status in ('scheduled', 'running') as is_active,
       send.status = 'pending' and send.message_id is null as is_unsent
     from automation_runs run
     join campaign_sends send on send.tenant_id = run.tenant_id and send.id = run.campaign_send_id
     where run.tenant_id = $1::uuid and run.campaign_send_id = any ($3::uuid[])
   ), detached as (
     update automation_runs run set campaign_send_id = null, lease_token = null, lease_expires_at = null,
       status = case when is_active and is_unsent then 'canceled' else run.status end,
       finished_at = case when is_active and is_unsent then $2::timestamptz else run.finished_at end,
       updated_at = $2::timestamptz
     from surplus where run.tenant_id = $1::uuid and run.id = surplus.id
   )
   select id from surplus where is_active and not is_unsent order by id`,
);

/** A contact who replied to one of two sends has replied. */
const uniteResults = statement(
  'unite-results-of-sends',
  `update campaign_sends kept set replied_at = least(kept.replied_at, surplus.replied_at),
     opted_out_at = least(kept.opted_out_at, surplus.opted_out_at), updated_at = $2::timestamptz
   from unnest($3::uuid[], $4::uuid[]) as pair(surplus_id, left_id)
   join campaign_sends surplus on surplus.tenant_id = $1::uuid and surplus.id = pair.surplus_id
   where kept.tenant_id = $1::uuid and kept.id = pair.left_id
     and (surplus.replied_at is not null or surplus.opted_out_at is not null)`,
);

/**
 * The messages of a surplus send belong to the send that is left, so that a later reply or stop word counts for it. Their
 * statuses do not: `moveSql` compares `message_id`. It is one statement, because a send must not name a message of another.
 */
const replaceSends = statement(
  'replace-surplus-sends',
  `with moved as (
     update messages message set campaign_send_id = pair.left_id
     from unnest($2::uuid[], $3::uuid[]) as pair(surplus_id, left_id)
     where message.tenant_id = $1::uuid and message.campaign_send_id = pair.surplus_id
   )
   delete from campaign_sends where tenant_id = $1::uuid and id = any ($2::uuid[])`,
);

const moveSends = statement(
  'move-sends-to-recipient',
  `update campaign_sends send set recipient_id = pair.kept_id, updated_at = $2::timestamptz
   from unnest($3::uuid[], $4::uuid[]) as pair(kept_id, merged_id)
   where send.tenant_id = $1::uuid and send.recipient_id = pair.merged_id`,
);

const removeRecipients = statement(
  'remove-merged-recipients',
  `delete from campaign_recipients where tenant_id = $1::uuid and id = any ($2::uuid[])`,
);

const move = statement(
  'move-recipients-to-contact',
  `update campaign_recipients set contact_id = $2::uuid where tenant_id = $1::uuid and contact_id = $3::uuid`,
);

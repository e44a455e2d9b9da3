import { type AutomationRunStatus, statement } from '@parley/database';
import type { Context } from '../../context.js';
import { jsonObject, timestampText } from '../../sql/json.js';
import { statusText } from '../../sql/status-text.js';
import type { Transaction } from '../../sql/transact.js';
import { contactClock } from '../../time-zones/contact-clock.js';
import type { LocatedContact } from '../../time-zones/zone-of-contact.js';
import { awaitsReplySql } from '../../triggers/awaits-reply-sql.js';
import { cancelUnstartedRuns } from './cancel-unstarted-runs.js';
import { hasBegun } from './move-run.js';
import { type Holds, type LeasedRun, leaseEnd } from './run.js';

/** Why a run cannot be leased. */
export type NotDue =
  /** The run is not due, or is leased by another worker, until this time. */
  { readonly kind: 'later'; readonly at: Date } | { readonly kind: 'over' };

interface LeaseRequest {
  readonly runId: string;
  readonly leaseToken: string;
  /** Whether the transaction is shared, in which no run that waits for a reply is locked. */
  readonly isShared: boolean;
}

/**
 * Locks the run until the transaction ends, if it is due and not leased by another worker. A run of an inactive automation
 * never begins. The caller stores the lease (`leaseRun`), or ends the run in this transaction.
 */
export async function lockDueRun(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { runId, leaseToken, isShared }: LeaseRequest,
): Promise<LeasedRun | undefined> {
  const [found] = await sql(lock, [tenantId, now(), runId, isShared]);
  if (found === undefined) return undefined;
  // The statement builds the object from columns of these types.
  const holds = found.holds as Holds | null;
  return { ...found, leaseToken, holds, variables: textsOf(found.variables) };
}

/** Leases a run that is locked. */
export function leaseRun(
  { send }: Transaction,
  { tenantId, now }: Context,
  { id, leaseToken }: LeasedRun,
): void {
  send(lease, [tenantId, now(), id, leaseToken, leaseEnd(now())]);
}

/** Returns why a run cannot be leased. */
export async function findWhyNotDue(context: Context, runId: string): Promise<NotDue> {
  const [run] = await context.database.sql(find, [context.tenantId, runId]);
  if (run === undefined || !(run.status === 'scheduled' || run.status === 'running')) return { kind: 'over' };
  if (run.status === 'scheduled' && !run.isAutomationActive) {
    const { automationId } = run;
    await cancelUnstartedRuns(context, { automationId, runId });
    return { kind: 'over' };
  }
  const isHeld = run.leaseExpiresAt !== null && run.leaseExpiresAt > run.scheduledAt;
  return { kind: 'later', at: isHeld && run.leaseExpiresAt ? run.leaseExpiresAt : run.scheduledAt };
}

function textsOf(variables: unknown): Record<string, string> {
  const entries = typeof variables === 'object' && variables !== null ? Object.entries(variables) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The deactivation cancels waiting runs, but a run may be triggered at the same moment, so the lease checks again. */
const isAutomationActive = `exists (
  select from automations automation
  where automation.tenant_id = automation_runs.tenant_id and automation.id = automation_runs.automation_id
    and automation.status = 'active')`;

/**
 * A run that continues because the contact has just replied is not held back. Runs without a campaign read no channel here.
 */
const holds = `select ${jsonObject<Holds>({
  quietHours: 'channel.quiet_hours',
  occursAt: `(select ${timestampText('occurrence.occurs_at')} from campaign_occurrences occurrence
    where campaign.time_zone = '${contactClock}' and not (${hasBegun('leased')})
      and occurrence.tenant_id = send.tenant_id and occurrence.id = send.occurrence_id)`,
  contact: jsonObject<LocatedContact>({
    timeZone: 'contact.time_zone',
    phoneNumber: 'contact.phone_number',
    workspaceZone: 'tenant.time_zone',
  }),
})}
  from channels channel
  join contacts contact on contact.tenant_id = channel.tenant_id and contact.id = leased.contact_id
  join tenants tenant on tenant.id = channel.tenant_id
  where channel.tenant_id = campaign.tenant_id and channel.id = campaign.channel_id
    and (channel.quiet_hours is not null or campaign.time_zone = '${contactClock}')`;

type StoredRun = Omit<LeasedRun, 'leaseToken' | 'variables' | 'holds'> & {
  variables: unknown;
  holds: unknown;
};

const lock = statement<StoredRun>(
  'lock-due-automation-run',
  `with leased as materialized (
     select * from automation_runs
     where tenant_id = $1::uuid and id = $3::uuid and ${statusText} in ('scheduled', 'running')
       and scheduled_at <= $2::timestamptz
       and (lease_token is null or lease_expires_at is null or lease_expires_at <= $2::timestamptz)
       and (status = 'running' or ${isAutomationActive})
       and not ($4::boolean and ${awaitsReplySql('automation_runs')})
     for no key update
   )
   select leased.id, leased.automation_id as "automationId",
     leased.contact_id as "contactId", leased.chat_id as "chatId", leased.campaign_send_id as "campaignSendId",
     campaign.id as "campaignId",
     coalesce(campaign.channel_id, leased.channel_id, version.trigger_channel_id) as "channelId",
     campaign.message_template_id as "messageTemplateId", leased.variables,
     leased.media_file_id as "mediaFileId", leased.chain_id as "chainId",
     leased.cut_reason as "cutReason", leased.position, leased.asked_at is not null as "isAsking",
     leased.reply_message_id is not null as "followsReply",
     case when leased.reply_message_id is null then (${holds}) end as holds, version.steps
   from leased
   join automation_versions version
     on version.tenant_id = leased.tenant_id and version.id = leased.automation_version_id
   left join campaign_sends send on send.tenant_id = leased.tenant_id and send.id = leased.campaign_send_id
   left join campaigns campaign on campaign.tenant_id = send.tenant_id and campaign.id = send.campaign_id`,
);

const lease = statement(
  'lease-automation-run',
  `update automation_runs set status = 'running', started_at = coalesce(started_at, $2::timestamptz),
     lease_token = $4::uuid, lease_expires_at = $5::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

interface RunState {
  readonly automationId: string;
  readonly isAutomationActive: boolean;
  readonly status: AutomationRunStatus;
  readonly scheduledAt: Date;
  readonly leaseExpiresAt: Date | null;
}

const find = statement<RunState>(
  'find-automation-run-state',
  `select automation_id as "automationId", ${isAutomationActive} as "isAutomationActive", status,
     scheduled_at as "scheduledAt", lease_expires_at as "leaseExpiresAt"
   from automation_runs where tenant_id = $1::uuid and id = $2::uuid`,
);

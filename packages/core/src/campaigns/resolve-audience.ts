import { composedStatement, statement } from '@parley/database';
import type { Context } from '../context.js';
import { Parameters } from '../search/parameters.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { type Transaction, transact } from '../sql/transact.js';
import { contactClock } from '../time-zones/contact-clock.js';
import { compileAudience } from './count-audience.js';
import { endOccurrencesSql } from './end-occurrences-sql.js';
import { audienceInvalid, automationNotActive } from './failure-reason.js';
import { type InsertedSends, insertSends } from './insert-sends.js';
import { recordCampaignEnded } from './record-campaign-ended.js';
import { countStartedRuns, hasRoomForOccurrence, waitForRoomMs } from './room-for-occurrence.js';
import { scheduleFinish, scheduleResolving } from './schedule-campaign.js';

export interface ResolvedBatch extends InsertedSends {
  readonly isComplete: boolean;
}

/**
 * Adds the next batch of contacts of an audience as recipients, with their sends and runs, and moves the position of the
 * occurrence behind them, in one transaction. A batch that was interrupted is repeated from the same position. Returns
 * null when there is nothing to add now.
 */
export async function resolveAudience(context: Context, campaignId: string): Promise<ResolvedBatch | null> {
  const { tenantId, sizes } = context;
  const [seen] = await context.database.sql(find, [tenantId, campaignId]);
  if (seen === undefined) return null;
  const { rows } = await compileAudience(context, seen.query);
  return transact(context, async (transaction) => {
    const now = context.now();
    await transaction.sql(lock, [tenantId, campaignId]);
    const [occurrence] = await transaction.sql(find, [tenantId, campaignId]);
    if (occurrence === undefined) return null;
    if (rows === undefined || !occurrence.isAutomationActive) {
      const reason = rows === undefined ? audienceInvalid : automationNotActive;
      transaction.send(fail, [tenantId, now, campaignId, JSON.stringify(reason)]);
      recordCampaignEnded(transaction, context, campaignId);
      return null;
    }
    const isOther = occurrence.id !== seen.id || occurrence.resolvedTo !== seen.resolvedTo;
    if (isOther || !(await hasRoomForOccurrence(transaction, context, occurrence))) {
      const waitMs = isOther ? 0 : waitForRoomMs;
      await scheduleResolving(transaction, context, { campaignId, at: new Date(now.getTime() + waitMs) });
      return null;
    }
    const { where, scope } = rows;
    // The transaction may be repeated with the same rows.
    const parameters = new Parameters(scope.parameters.values);
    const after = parameters.add(occurrence.resolvedTo ?? lowestId, 'uuid');
    const startedAt = parameters.add(occurrence.startedAt, 'timestamptz');
    const findContacts = composedStatement<{ id: string }>(
      `select contacts.id from contacts
       where ${where} and contacts.id > ${after} and contacts.created_at <= ${startedAt}
       order by contacts.id limit ${sizes.audienceBatch} for key share of contacts`,
    );
    const found = await transaction.sql(findContacts, parameters.values);
    const contactIds = found.map(({ id }) => id);
    return addBatch(transaction, context, { campaignId, occurrenceId: occurrence.id, contactIds });
  });
}

interface Batch {
  readonly campaignId: string;
  readonly occurrenceId: string;
  /** In the order of the ids. */
  readonly contactIds: readonly string[];
}

async function addBatch(transaction: Transaction, context: Context, batch: Batch): Promise<ResolvedBatch> {
  const { tenantId, sizes } = context;
  const { campaignId, occurrenceId, contactIds } = batch;
  const now = context.now();
  const { sql } = transaction;
  if (contactIds.length > 0) await sql(insertRecipients, [tenantId, now, campaignId, contactIds]);
  const sends =
    contactIds.length > 0 ? await insertSends(transaction, context, batch) : { pending: 0, skipped: 0 };
  await countStartedRuns(transaction, context, sends.pending);
  const isComplete = contactIds.length < sizes.audienceBatch;
  await sql(advance, [tenantId, now, occurrenceId, isComplete ? null : contactIds.at(-1)]);
  if (isComplete) await scheduleFinish(transaction, context, { campaignId, at: now });
  // A later occurrence may have started meanwhile; without one, the job ends at once.
  await scheduleResolving(transaction, context, { campaignId, at: now });
  return { ...sends, isComplete };
}

const lowestId = '00000000-0000-0000-0000-000000000000';

interface ResolvingOccurrence {
  readonly id: string;
  readonly query: string;
  readonly resolvedTo: string | null;
  readonly startedAt: Date;
  /** An automation can be deactivated between two batches. */
  readonly isAutomationActive: boolean;
  /** Whether its runs wait for the clocks of their contacts. */
  readonly isHeldBack: boolean;
}

const find = statement<ResolvingOccurrence>(
  'find-resolving-occurrence',
  `select occurrence.id, occurrence.audience_query as query,
     occurrence.resolved_to as "resolvedTo", occurrence.started_at as "startedAt",
     automation.status = 'active' and automation.active_version_id is not null as "isAutomationActive",
     campaign.time_zone is not distinct from '${contactClock}' as "isHeldBack"
   from campaigns campaign
   join automations automation on automation.tenant_id = campaign.tenant_id and automation.id = campaign.automation_id
   join campaign_occurrences occurrence
     on occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
   where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid and campaign.status = 'running'
     and occurrence.finished_at is null and occurrence.audience_query is not null
   order by occurrence.occurs_at limit 1`,
);

/**
 * Two workers with the same job wait for each other here. The occurrence is read by the next statement, because this one
 * would see its position as it was before the wait.
 */
const lock = statement(
  'lock-resolving-campaign',
  'select id from campaigns where tenant_id = $1::uuid and id = $2::uuid for no key update',
);

const fail = statement(
  'fail-resolving-campaign',
  `with ${endOccurrencesSql}
   update campaigns set status = 'failed', next_occurrence_at = null, failure_reason = $4::jsonb,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

/** A contact that an earlier occurrence found is a recipient already. */
const insertRecipients = bulkStatement(
  'insert-audience-recipients',
  `insert into campaign_recipients (tenant_id, id, campaign_id, contact_id, created_at)
   select $1::uuid, ${newIdSql('$2::timestamptz')}, $3::uuid, contact_id, $2::timestamptz
   from unnest($4::uuid[]) as found(contact_id)
   on conflict (tenant_id, campaign_id, contact_id) do nothing`,
);

/** Without a position, the audience is complete. */
const advance = statement(
  'advance-resolving-occurrence',
  `update campaign_occurrences set resolved_to = $4::uuid, updated_at = $2::timestamptz,
     audience_query = case when $4::uuid is null then null else audience_query end
   where tenant_id = $1::uuid and id = $3::uuid`,
);

import { type Database, firstIdAt, type Statement, statement } from '@parley/database';
import type { RetentionKind } from '../plans/retention.js';
import { type RetainingTenant, retentionDefaultsSql, retentionOf } from '../plans/retention-of.js';
import type { Sizes } from '../sizes.js';
import { getRetention } from '../tenants/administer-retention.js';
import { findLongestEventRetention } from './find-event-cutoff.js';
import { daysBefore, type Removed, type RemovedSome } from './removal.js';
import { removeAutomationRuns } from './remove-automation-runs.js';
import { removeCampaignRecipients } from './remove-campaign-recipients.js';
import { removeCampaignSends } from './remove-campaign-sends.js';
import { removeDeadJobs } from './remove-dead-jobs.js';
import { removeEvents } from './remove-events.js';
import { type Cutoff, removeReleasedFiles, removeUnusedFiles } from './remove-files.js';
import { removeMessages } from './remove-messages.js';
import { removeNotes } from './remove-notes.js';

/** Removes one batch of the records of all tenants whose retention has ended. */
type Removal = (
  database: Database,
  values: readonly unknown[],
  sizes: Sizes,
) => Promise<Removed & Partial<RemovedSome>>;

const removals = {
  messages: [by(removeMessages), by(removeNotes)],
  campaignSends: [by(removeCampaignSends), by(removeCampaignRecipients)],
  automationRuns: [by(removeAutomationRuns)],
  // This removes the events of workspaces that keep them for a shorter time than others. All other events expire with
  // their partitions.
  events: [removeEvents],
} satisfies Partial<Record<RetentionKind, readonly Removal[]>>;

function by(remove: (sizes: Sizes) => Statement<Removed>): Removal {
  return async ({ sql }, values, sizes) => (await sql(remove(sizes), values))[0] ?? { count: 0 };
}

export type RemovedRecords = Partial<Record<RetentionKind, number>>;

/**
 * Removes the records whose retention has ended, oldest first, in batches so small that no request is delayed. Returns
 * how many of each kind were removed. It may be killed at any time, and may run twice at once.
 */
export async function removeExpired(database: Database, now: Date, sizes: Sizes): Promise<RemovedRecords> {
  const removed: RemovedRecords = {};
  const tenants = await database.sql(listTenants, []);
  const longest = await findLongestEventRetention(database);
  // The keys of an object are those of its type, because the object is declared above.
  for (const kind of Object.keys(removals) as (keyof typeof removals)[]) {
    const cutoffs = cutoffsOf(kind);
    const values = [
      cutoffs.map(({ id }) => id),
      cutoffs.map(({ before }) => before),
      cutoffs.map(({ before }) => firstIdAt(before)),
    ];
    let count = 0;
    for (const remove of removals[kind]) count += await removeInBatches(remove, values);
    removed[kind] = count;
  }
  // Files are removed after the records that may refer to them.
  removed.releasedFiles = await removeReleasedFiles(database, cutoffsOf('releasedFiles'), sizes);
  removed.unusedFiles = await removeUnusedFiles(database, cutoffsOf('unusedFiles'), sizes);
  const { deadJobs } = await getRetention(database);
  if (deadJobs !== null)
    removed.deadJobs = await removeInBatches(by(removeDeadJobs), [daysBefore(now, deadJobs)]);
  return removed;

  function cutoffsOf(kind: RetentionKind): Cutoff[] {
    return tenants.flatMap((tenant) => {
      const days = retentionOf(tenant)[kind];
      const isDropped = kind === 'events' && days !== null && days >= longest;
      return days === null || isDropped ? [] : [{ id: tenant.id, before: daysBefore(now, days) }];
    });
  }

  async function removeInBatches(remove: Removal, values: readonly unknown[]): Promise<number> {
    for (let total = 0; ; ) {
      const { count, found = count } = await remove(database, values, sizes);
      total += count;
      if (found < sizes.retentionBatch || count === 0) return total;
    }
  }
}

const listTenants = statement<RetainingTenant & { readonly id: string }>(
  'list-retentions',
  `select id, plan, retention_overrides as "retentionOverrides", ${retentionDefaultsSql} as "retentionDefaults"
   from tenants`,
);

import type { Database } from '@parley/database';
import type { Evidence } from './evidence.js';
import { campaignsAtOnce, momentOfDate, type RecurringCampaign } from './recurring.js';

/** An occurrence of a campaign, with its sends and messages counted. */
export interface Occurrence {
  readonly campaignId: string;
  readonly occursAt: Date;
  readonly sends: number;
  readonly messages: number;
  /** Sends without a message that were not canceled. */
  readonly forgotten: number;
}

export async function readOccurrences(pool: Database['pool']): Promise<readonly Occurrence[]> {
  const { rows } = await pool.query<Occurrence>(
    `select occurrence.campaign_id as "campaignId", occurrence.occurs_at as "occursAt",
       count(distinct send.id)::int as sends, count(message.id)::int as messages,
       (count(distinct send.id) filter (where message.id is null and send.status <> 'canceled'))::int as forgotten
     from campaign_occurrences occurrence
     left join campaign_sends send on send.tenant_id = occurrence.tenant_id and send.occurrence_id = occurrence.id
     left join messages message on message.tenant_id = send.tenant_id and message.campaign_send_id = send.id
     group by occurrence.id, occurrence.campaign_id, occurrence.occurs_at
     order by occurrence.occurs_at`,
  );
  return rows;
}

/** Checks that campaigns recurred often enough, only at times of their rules, and each time to all recipients. */
export function findOccurrenceBreaches(
  occurrences: readonly Occurrence[],
  { recurring }: Pick<Evidence, 'recurring'>,
): string[] {
  const campaigns = new Map(recurring.map((campaign) => [campaign.id, campaign]));
  return [
    ...findTooRare(recurring, occurrences),
    ...recurring.flatMap((campaign) => findMissing(campaign, occurrences)),
    ...occurrences.flatMap((occurrence) => {
      const campaign = campaigns.get(occurrence.campaignId);
      return campaign ? findProblems(campaign, occurrence) : [];
    }),
  ];
}

/** Returns the occurrences of recurring campaigns that have a message to every recipient. */
export function completeOccurrences(
  occurrences: readonly Occurrence[],
  recurring: readonly RecurringCampaign[],
): readonly Occurrence[] {
  const sizes = new Map(recurring.map(({ id, recipients }) => [id, recipients]));
  return occurrences.filter(({ campaignId, messages }) => messages === sizes.get(campaignId));
}

/**
 * All due times that pass while no worker runs lead to one occurrence. A third of the due times is far fewer than
 * usual.
 */
const leastShare = 1 / 3;

/**
 * A campaign has four due times in two minutes. A recovery may take that long, so all of fewer due times can pass while
 * no worker runs.
 */
const fewMoments = 4;

/**
 * Counts all campaigns together: a campaign that started shortly before the end or before a long recovery may recur
 * rarely.
 */
function findTooRare(recurring: readonly RecurringCampaign[], occurrences: readonly Occurrence[]): string[] {
  const passed = recurring.reduce((sum, { passedMoments }) => sum + passedMoments, 0);
  const least = passed < fewMoments * campaignsAtOnce ? 0 : Math.floor(passed * leastShare);
  const { length } = completeOccurrences(occurrences, recurring);
  return length < least
    ? [`campaigns recurred ${length} times to all recipients, but at least ${least} times were due`]
    : [];
}

function findMissing(campaign: RecurringCampaign, occurrences: readonly Occurrence[]): string[] {
  const { id, passedMoments } = campaign;
  if (passedMoments < fewMoments || completeOccurrences(occurrences, [campaign]).length > 0) return [];
  return [`campaign ${id} never recurred to all recipients, though ${passedMoments} of its due times passed`];
}

function findProblems({ id, recipients, moments }: RecurringCampaign, occurrence: Occurrence): string[] {
  const { occursAt, sends, forgotten } = occurrence;
  const what = `campaign ${id} at ${occursAt.toISOString()}`;
  const broken: string[] = [];
  if (!moments.has(momentOfDate(occursAt))) broken.push(`${what} is not a time of its rules`);
  if (sends !== recipients) broken.push(`${what} has ${sends} sends for ${recipients} recipients`);
  if (forgotten > 0) broken.push(`${what} has ${forgotten} sends without a message`);
  return broken;
}

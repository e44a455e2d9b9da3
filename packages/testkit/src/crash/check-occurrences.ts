import type { Database } from '@parley/database';
import type { Evidence } from './evidence.js';
import { campaignsAtOnce, momentOfDate, type RecurringCampaign } from './recurring.js';

/** An occurrence of a campaign, and how many of its places have what. */
export interface Occurrence {
  readonly campaignId: string;
  readonly occursAt: Date;
  readonly places: number;
  readonly messages: number;
  /** Without a message, though nobody canceled them. */
  readonly forgotten: number;
}

export async function readOccurrences(pool: Database['pool']): Promise<readonly Occurrence[]> {
  const { rows } = await pool.query<Occurrence>(
    `select occurrence.campaign_id as "campaignId", occurrence.occurs_at as "occursAt",
       count(distinct send.id)::int as places, count(message.id)::int as messages,
       (count(distinct send.id) filter (where message.id is null and send.status <> 'canceled'))::int as forgotten
     from campaign_occurrences occurrence
     left join campaign_sends send on send.tenant_id = occurrence.tenant_id and send.occurrence_id = occurrence.id
     left join messages message on message.tenant_id = send.tenant_id and message.campaign_send_id = send.id
     group by occurrence.id, occurrence.campaign_id, occurrence.occurs_at
     order by occurrence.occurs_at`,
  );
  return rows;
}

/** Campaigns happened often enough, at moments of their rules only, and each time to all of their recipients. */
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
      return campaign ? findFaults(campaign, occurrence) : [];
    }),
  ];
}

/** Those of campaigns that recur, with a message to every recipient. */
export function completeOccurrences(
  occurrences: readonly Occurrence[],
  recurring: readonly RecurringCampaign[],
): readonly Occurrence[] {
  const sizes = new Map(recurring.map(({ id, recipients }) => [id, recipients]));
  return occurrences.filter(({ campaignId, messages }) => messages === sizes.get(campaignId));
}

/** Moments that pass while no worker runs are made up for by one; a third of them is far less than what is usual. */
const leastShare = 1 / 3;

/** Two minutes of one campaign, which is as long as a recovery may take: fewer may all pass while no worker runs. */
const fewMoments = 4;

/** All campaigns together: one that was started shortly before the end, or before a long recovery, has its reasons. */
function findTooRare(recurring: readonly RecurringCampaign[], occurrences: readonly Occurrence[]): string[] {
  const passed = recurring.reduce((sum, { passedMoments }) => sum + passedMoments, 0);
  const least = passed < fewMoments * campaignsAtOnce ? 0 : Math.floor(passed * leastShare);
  const { length } = completeOccurrences(occurrences, recurring);
  return length < least
    ? [`campaigns recurred ${length} times to all recipients, and ${least} were due at least`]
    : [];
}

function findMissing(campaign: RecurringCampaign, occurrences: readonly Occurrence[]): string[] {
  const { id, passedMoments } = campaign;
  if (passedMoments < fewMoments || completeOccurrences(occurrences, [campaign]).length > 0) return [];
  return [`campaign ${id} never recurred to all recipients, though ${passedMoments} of its moments passed`];
}

function findFaults({ id, recipients, moments }: RecurringCampaign, occurrence: Occurrence): string[] {
  const { occursAt, places, forgotten } = occurrence;
  const what = `campaign ${id} at ${occursAt.toISOString()}`;
  const broken: string[] = [];
  if (!moments.has(momentOfDate(occursAt))) broken.push(`${what} is no moment of its rules`);
  if (places !== recipients) broken.push(`${what} has ${places} places for ${recipients} recipients`);
  if (forgotten > 0) broken.push(`${what} has ${forgotten} places without a message`);
  return broken;
}

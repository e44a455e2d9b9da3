import type { Database } from '@parley/database';
import type { Evidence } from './evidence.js';
import { momentOfDate, type RecurringCampaign } from './recurring.js';

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

/** Each campaign happened often enough, at moments of its rules only, and each time to all of its recipients. */
export function findOccurrenceBreaches(
  occurrences: readonly Occurrence[],
  { recurring }: Pick<Evidence, 'recurring'>,
): string[] {
  const campaigns = new Map(recurring.map((campaign) => [campaign.id, campaign]));
  return [
    ...recurring.flatMap((campaign) => findTooRare(campaign, occurrences)),
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

function findTooRare(campaign: RecurringCampaign, occurrences: readonly Occurrence[]): string[] {
  const { id, leastOccurrences } = campaign;
  const { length } = completeOccurrences(occurrences, [campaign]);
  if (length >= leastOccurrences) return [];
  return [
    `campaign ${id} recurred ${length} times to all recipients, and ${leastOccurrences} were due at least`,
  ];
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

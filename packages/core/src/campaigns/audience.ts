import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { checkCondition } from '../search/check-condition.js';
import { formFor, lockingStatement } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignRecord } from './campaign-record.js';

/** The contacts of a campaign: those that an expression or a segment finds when an occurrence starts. */
export interface Audience {
  readonly query?: string | undefined;
  readonly segmentId?: string | undefined;
}

/** The audience as the columns of a campaign. */
export function audienceColumns(audience: Audience | null | undefined) {
  return { audienceQuery: audience?.query ?? null, segmentId: audience?.segmentId?.toLowerCase() ?? null };
}

export function audienceOf({ audienceQuery, segmentId }: CampaignRecord): Audience | null {
  if (audienceQuery === null && segmentId === null) return null;
  return { query: audienceQuery ?? undefined, segmentId: segmentId ?? undefined };
}

interface AudienceToCheck {
  readonly audience?: Audience | null | undefined;
  readonly contacts?: readonly unknown[] | undefined;
  readonly contactIds?: readonly unknown[] | undefined;
}

/** Locks the segment, so that it is not deleted before the campaign refers to it. */
export async function findAudienceProblems(
  transaction: Transaction,
  { tenantId }: Context,
  { audience, contacts: entries = [], contactIds = [] }: AudienceToCheck,
): Promise<CampaignProblem[]> {
  if (!audience) return [];
  const problems: CampaignProblem[] = [];
  if (entries.length + contactIds.length > 0) {
    problems.push([
      'audience',
      'unrecognized_keys',
      'A campaign has either an audience or a list of contacts',
    ]);
  }
  const { query, segmentId } = audience;
  if (query !== undefined) {
    const found = await checkCondition({ tenantId, database: transaction }, contacts, query);
    problems.push(
      ...Object.values(found).map(({ key, message }) => ['audience.query', key, message] as const),
    );
  }
  if (segmentId !== undefined) {
    const form = formFor(transaction, findSegment);
    const [segment] = isId(segmentId) ? await transaction.sql(form, [tenantId, segmentId]) : [];
    if (!segment) problems.push(['audience.segmentId', 'not_found', 'Segment not found']);
  }
  return problems;
}

const findSegment = lockingStatement<{ id: string }>(
  'find-segment-of-audience',
  (keyShare) => `select id from segments where tenant_id = $1::uuid and id = $2::uuid ${keyShare}`,
);

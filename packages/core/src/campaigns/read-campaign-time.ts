import type { Context } from '../context.js';
import { findWorkspaceZone } from '../time-zones/find-workspace-zone.js';
import { type NewTime, readLocalTime } from '../time-zones/read-local-time.js';
import type { CampaignProblem } from './campaign-problem.js';

/** The time of a campaign as an instant, or the problems of a local time. Null and undefined keep their meaning. */
export interface CampaignTime {
  readonly scheduledAt: string | null | undefined;
  readonly problems: readonly CampaignProblem[];
}

/** An occurrence starts once for all recipients, so a campaign has no local time of each contact. */
export async function readCampaignTime(
  context: Context,
  scheduledAt: NewTime | null | undefined,
): Promise<CampaignTime> {
  if (typeof scheduledAt !== 'object' || scheduledAt === null) return { scheduledAt, problems: [] };
  if (scheduledAt.timeZone === 'contact') return { scheduledAt: undefined, problems: [oneTime] };
  const read = await readLocalTime(scheduledAt, () => findWorkspaceZone(context));
  if ('problems' in read) return { scheduledAt: undefined, problems: read.problems };
  return { scheduledAt: read.instant.toISOString(), problems: [] };
}

const oneTime: CampaignProblem = [
  'scheduledAt.timeZone',
  'invalid_string',
  'A campaign has one time for all contacts; use "workspace" or the name of a zone',
];

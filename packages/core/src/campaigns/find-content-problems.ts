import { findUnfilled } from '../automations/versions/find-unfilled.js';
import { hasMediaStep, noMediaStep } from '../automations/versions/has-media-step.js';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignVariable } from './campaign-record.js';
import type { TargetAutomation } from './find-targets.js';

export interface CampaignContent {
  readonly variables?: readonly CampaignVariable[] | undefined;
  readonly messageTemplateId?: string | null | undefined;
  readonly mediaFileId?: string | null | undefined;
  readonly targets: { readonly automation: Pick<TargetAutomation, 'activeSteps'> | null };
}

/**
 * Finds problems that would fail every run of the campaign, as far as the active version shows them. Without an active
 * version nothing is checked; starting the campaign checks again.
 */
export async function findContentProblems(
  transaction: Transaction,
  context: Context,
  { variables = [], messageTemplateId = null, mediaFileId, targets }: CampaignContent,
): Promise<CampaignProblem[]> {
  const steps = targets.automation?.activeSteps ?? null;
  if (steps === null) return [];
  const given = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  const planned = { steps, variables: given, messageTemplateId };
  const isMediaUnused = mediaFileId && !(await hasMediaStep(transaction, context, planned));
  const missing = await findUnfilled(transaction, context, planned);
  return [
    ...(isMediaUnused ? [noMediaStep] : []),
    ...missing.map((name) => [`variables.${name}`, 'invalid_type', 'Required'] as const),
  ];
}

import type { Plan } from '@parley/database';

export type PlanFeature = 'automations' | 'campaigns' | 'webhooks';

interface PlanTerms {
  /** Applies to `enterprise` only when the tenant has no limit of its own. */
  readonly requestsPerMinute: number;
  readonly features: readonly PlanFeature[];
}

const everyFeature: readonly PlanFeature[] = ['automations', 'campaigns', 'webhooks'];

export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: { requestsPerMinute: 10, features: [] },
  hobby: { requestsPerMinute: 100, features: everyFeature },
  pro: { requestsPerMinute: 500, features: everyFeature },
  ultra: { requestsPerMinute: 1_000, features: everyFeature },
  enterprise: { requestsPerMinute: 1_000, features: everyFeature },
};

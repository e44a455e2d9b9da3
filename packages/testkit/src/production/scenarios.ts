import { scenarios as clockSkew } from './scenarios/clock-skew.js';
import { scenarios as databaseRestart } from './scenarios/database-restart.js';
import { scenario as deliveries } from './scenarios/deliveries.js';
import { scenario as drain } from './scenarios/drain.js';
import { scenario as latency } from './scenarios/latency.js';
import { scenario as oldPooler } from './scenarios/old-pooler.js';
import { scenario as polling } from './scenarios/polling.js';
import { scenario as restrictedRole } from './scenarios/restricted-role.js';
import { scenario as story } from './scenarios/story.js';
import type { Scenario } from './service/scenario.js';

/**
 * In this order on one installation. The last two write for tenants without a counting receiver, after which the events of all
 * tenants could no longer be compared with what arrived.
 */
export const scenarios: readonly Scenario[] = [
  restrictedRole,
  oldPooler,
  deliveries,
  drain,
  ...databaseRestart,
  ...clockSkew,
  polling,
  story,
  latency,
];

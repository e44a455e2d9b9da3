import type { ClaimedDelivery, DeliveryToClaim } from '@parley/core';
import type { Trace } from '@parley/tracing';
import type { JobLane } from '../jobs/job-lane.js';

/** The job of a delivery, and its position in a trace. */
export interface JobOfDelivery {
  readonly lane: JobLane;
  readonly trace: Trace | undefined;
}

export interface TracedRequest {
  readonly delivery: DeliveryToClaim;
  readonly trace: Trace | undefined;
}

export interface Release extends ClaimedDelivery {
  readonly nextAttemptAt: Date;
  readonly trace: Trace | undefined;
}

import type { Plan } from '@parley/database';
import { defaultRetention, type Retention } from './retention.js';

export type PlanFeature = 'automations' | 'campaigns' | 'webhooks';

/** The limits of a workspace, by the names under which the contract shows them. */
export interface Limits {
  /** Requests to v2 and v3 together. */
  readonly requestsPerMinute: number;
  /** Runs that one root event may start, over the whole chain of events that automations cause. */
  readonly runsPerEvent: number;
  readonly automations: number;
  readonly webhooks: number;
  readonly channels: number;
  readonly users: number;
  readonly teams: number;
  readonly segments: number;
  /** A contact has at most one value of each, and every response and event with the contact contains all of them. */
  readonly attributes: number;
  /** Contacts that an audience of a campaign may have when an occurrence starts. */
  readonly audienceContacts: number;
  /** Contacts that one request may name; the contract has a maximum of its own. */
  readonly contactsPerCall: number;
  /** Content of all files, inbound media included. */
  readonly storedBytes: number;
  /** Jobs that wait for a worker, now or later. */
  readonly waitingJobs: number;
  /** Messages that each channel may receive. */
  readonly inboundMessagesPerMinute: number;
  readonly concurrentSearches: number;
  /** Streams of events that may be open in one process. */
  readonly eventStreams: number;
}

export type LimitName = keyof Limits;

interface PlanTerms {
  /** The share of the workers while other tenants also have work: weight 2 gets twice as much as weight 1. */
  readonly weight: number;
  /** The limits of `enterprise` apply unless the operator has set other numbers for the tenant. */
  readonly limits: Limits;
  readonly features: readonly PlanFeature[];
  readonly retention: Retention;
}

const everyFeature: readonly PlanFeature[] = ['automations', 'campaigns', 'webhooks'];

/**
 * This limit is the same on every plan, because it only stops mistakes such as loops; intended use stays far below it.
 */
export const runsPerEvent = 100;

const gibibyte = 1_024 ** 3;

/** The one table of limits; docs/decisions/0032 has the reasons for the numbers. */
export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: {
    weight: 1,
    features: [],
    retention: defaultRetention,
    limits: {
      requestsPerMinute: 10,
      runsPerEvent,
      automations: 0,
      webhooks: 0,
      channels: 5,
      users: 5,
      teams: 2,
      segments: 20,
      attributes: 100,
      audienceContacts: 1_000,
      contactsPerCall: 500,
      storedBytes: gibibyte / 4,
      waitingJobs: 10_000,
      inboundMessagesPerMinute: 600,
      concurrentSearches: 2,
      eventStreams: 2,
    },
  },
  hobby: {
    weight: 1,
    features: everyFeature,
    retention: defaultRetention,
    limits: {
      requestsPerMinute: 100,
      runsPerEvent,
      automations: 100,
      webhooks: 20,
      channels: 20,
      users: 50,
      teams: 20,
      segments: 100,
      attributes: 250,
      audienceContacts: 5_000,
      contactsPerCall: 5_000,
      storedBytes: 2 * gibibyte,
      waitingJobs: 50_000,
      inboundMessagesPerMinute: 2_400,
      concurrentSearches: 4,
      eventStreams: 10,
    },
  },
  pro: {
    weight: 1,
    features: everyFeature,
    retention: defaultRetention,
    limits: {
      requestsPerMinute: 500,
      runsPerEvent,
      automations: 500,
      webhooks: 50,
      channels: 100,
      users: 250,
      teams: 50,
      segments: 200,
      attributes: 500,
      audienceContacts: 5_000,
      contactsPerCall: 5_000,
      storedBytes: 20 * gibibyte,
      waitingJobs: 250_000,
      inboundMessagesPerMinute: 4_800,
      concurrentSearches: 8,
      eventStreams: 50,
    },
  },
  ultra: {
    weight: 1,
    features: everyFeature,
    retention: defaultRetention,
    limits: {
      requestsPerMinute: 1_000,
      runsPerEvent,
      automations: 1_000,
      webhooks: 100,
      channels: 200,
      users: 1_000,
      teams: 200,
      segments: 500,
      attributes: 1_000,
      audienceContacts: 5_000,
      contactsPerCall: 5_000,
      storedBytes: 100 * gibibyte,
      waitingJobs: 500_000,
      inboundMessagesPerMinute: 60_000,
      concurrentSearches: 16,
      eventStreams: 200,
    },
  },
  enterprise: {
    weight: 1,
    features: everyFeature,
    retention: defaultRetention,
    limits: {
      requestsPerMinute: 1_000,
      runsPerEvent,
      automations: 5_000,
      webhooks: 500,
      channels: 1_000,
      users: 10_000,
      teams: 1_000,
      segments: 2_000,
      attributes: 1_000,
      audienceContacts: 5_000,
      contactsPerCall: 5_000,
      storedBytes: 1_024 * gibibyte,
      waitingJobs: 1_000_000,
      inboundMessagesPerMinute: 600_000,
      concurrentSearches: 32,
      eventStreams: 1_000,
    },
  },
};

// Object.keys loses the type of the keys. The table has only keys of this type.
export const limitNames = Object.keys(plans.free.limits) as readonly LimitName[];

/**
 * Returns the maximum that an operator can set for a limit: enough for any use, and small enough for every number type
 * of the database.
 */
export function maxOfLimit(limit: LimitName): number {
  return limit === 'storedBytes' ? 1_024 ** 2 * gibibyte : 1_000_000_000;
}

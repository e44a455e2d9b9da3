import type { AutomationStep } from '../versions/steps.js';

/** A run while this worker holds its lease. */
export interface LeasedRun {
  readonly id: string;
  readonly leaseToken: string;
  readonly automationId: string;
  readonly contactId: string;
  /** Null until a step needs a chat. */
  readonly chatId: string | null;
  readonly campaignSendId: string | null;
  /** The channel of the campaign, the trigger event or the trigger; null when none of them has one. */
  readonly channelId: string | null;
  /** The campaign's own template, which the first template step sends instead of its own. */
  readonly messageTemplateId: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Sent instead of the media of the template steps; null for their own. */
  readonly mediaFileId: string | null;
  readonly depth: number;
  readonly position: number;
  /** The steps as stored, not parsed yet. */
  readonly steps: unknown;
}

/** The current step of a run. */
export interface StepPlace {
  readonly run: LeasedRun;
  readonly steps: readonly AutomationStep[];
  readonly position: number;
}

/**
 * Longer than any step takes, including a call with its deadline. A worker without a heartbeat loses its leases much
 * sooner; this is for one that hangs.
 */
export const leaseMs = 60_000;

/** The number of runs that may trigger one another before it counts as a loop. */
export const maxDepth = 10;

/** Another worker holds the run now and continues it, or the run was canceled. */
export class LeaseLostError extends Error {
  constructor(runId: string) {
    super(`The lease of run ${runId} is lost.`);
    this.name = 'LeaseLostError';
  }
}

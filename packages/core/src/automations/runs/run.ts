import type { AutomationStep } from '../versions/steps.js';

/** A run as long as this worker holds its lease. */
export interface LeasedRun {
  readonly id: string;
  readonly leaseToken: string;
  readonly automationId: string;
  readonly contactId: string;
  /** Null until a step needs a chat. */
  readonly chatId: string | null;
  readonly campaignSendId: string | null;
  /** Of the campaign, of what happened or of the trigger; null when none names one. */
  readonly channelId: string | null;
  /** The campaign's own template, which its first template step sends instead of the one it names. */
  readonly messageTemplateId: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Sent instead of the media of its template steps; null for their own. */
  readonly mediaFileId: string | null;
  readonly depth: number;
  readonly position: number;
  /** As stored, not yet read. */
  readonly steps: unknown;
}

/** The step that a run stands at. */
export interface StepPlace {
  readonly run: LeasedRun;
  readonly steps: readonly AutomationStep[];
  readonly position: number;
}

/**
 * Longer than any step takes, a call with its deadline included. A worker that stops beating loses its leases much
 * sooner; this is for one that hangs.
 */
export const leaseMs = 60_000;

/** How many runs may have triggered one another before it is taken for a loop. */
export const maxDepth = 10;

/** Whoever else holds the run now does the rest, or it was canceled. */
export class LeaseLostError extends Error {
  constructor(runId: string) {
    super(`The lease of run ${runId} is lost.`);
    this.name = 'LeaseLostError';
  }
}

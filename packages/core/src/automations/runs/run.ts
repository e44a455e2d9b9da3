import type { QuietHours } from '../../time-zones/quiet-hours.js';
import type { LocatedContact } from '../../time-zones/zone-of-contact.js';
import type { CutReason } from '../../triggers/start-triggered-runs.js';
import type { PlacedStep } from './program.js';

/** A run while this worker holds its lease. */
export interface LeasedRun {
  readonly id: string;
  readonly leaseToken: string;
  readonly automationId: string;
  readonly contactId: string;
  /** Null until a step needs a chat. */
  readonly chatId: string | null;
  readonly campaignSendId: string | null;
  readonly campaignId: string | null;
  /** The channel of the campaign, the trigger event or the trigger; null when none of them has one. */
  readonly channelId: string | null;
  /** The campaign's own template, which the first template step sends instead of its own. */
  readonly messageTemplateId: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** The file that replaces the media of the template steps; null when they send their own. */
  readonly mediaFileId: string | null;
  /** The chain of events in which the run was started; null when no event has started it. */
  readonly chainId: string | null;
  /** Why the run must not begin; null when it may begin. */
  readonly cutReason: CutReason | null;
  readonly position: number;
  /** Whether the run waits at its position for the reply to a question. */
  readonly isAsking: boolean;
  /** Whether the run continues because the contact has just replied. */
  readonly followsReply: boolean;
  /** What holds back a run of a campaign; null when nothing does. */
  readonly holds: Holds | null;
  /** The steps as stored, not parsed yet. */
  readonly steps: unknown;
}

/** What holds back a run of a campaign. */
export interface Holds {
  /** The quiet hours of the channel. */
  readonly quietHours: QuietHours | null;
  /**
   * The occurrence of a campaign that follows the clocks of its contacts: the instant at which the first of all clocks shows its
   * time. Null for a run that has begun.
   */
  readonly occursAt: string | null;
  readonly contact: LocatedContact;
}

/** The current step of a run. */
export interface CurrentStep {
  readonly run: LeasedRun;
  readonly program: readonly PlacedStep[];
  readonly position: number;
}

/**
 * The duration of a lease. It is longer than any step takes, including a call that reaches its deadline. A worker
 * without a heartbeat loses its leases much sooner; this limit is for a worker that hangs.
 */
const leaseMs = 60_000;

export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/** Another worker holds the run now and continues it, or the run was canceled. */
export class LeaseLostError extends Error {
  constructor(runId: string) {
    super(`The lease of run ${runId} is lost.`);
    this.name = 'LeaseLostError';
  }
}

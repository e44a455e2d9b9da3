import type { MessageTemplateStatus } from '@parley/database';

/** The state of a template at the provider of a channel, as the contract shows it. */
export interface RegistrationRecord {
  readonly channelId: string;
  readonly vendorId: string | null;
  readonly category: string;
  readonly status: string;
  readonly rejectionReason: string | null;
  readonly quality: string | null;
  readonly error: RegistrationError | null;
  readonly submittedAt: string | null;
}

export interface RegistrationError {
  readonly code: string;
  readonly message: string;
}

/** What the service needs to submit a template and to recognize it in what the provider reports. */
export interface Submission {
  /** The account at the provider, and the name and language there. Together they identify a template. */
  readonly accountId: string;
  readonly name: string;
  readonly language: string;
  /** Whether the provider does not have the submission yet. */
  readonly isWaiting: boolean;
  /** Attempts to submit it, also interrupted ones. */
  readonly attempts: number;
  /** The values for the reviewers; removed once the provider has them. */
  readonly examples: Readonly<Record<string, string>>;
  /** The status to which a template returns if the provider refuses to edit it. */
  readonly previousStatus: string | null;
  /** The category that the provider has, if it has the template. */
  readonly previousCategory: string | null;
  /** The times of the last reports of the status and of the quality, by the provider's clock. */
  readonly reportedAt: string | null;
  readonly qualityReportedAt: string | null;
  /** When the template was last seen in a list of the provider. */
  readonly seenAt: string | null;
}

/** A template that was not submitted here is only recognized. */
export function foundSubmission(
  known: Pick<Submission, 'accountId' | 'name' | 'language'>,
  seenAt: string,
): Submission {
  return {
    ...known,
    isWaiting: false,
    attempts: 0,
    examples: {},
    previousStatus: null,
    previousCategory: null,
    reportedAt: null,
    qualityReportedAt: null,
    seenAt,
  };
}

/** Returns the status of a template whose provider reports this status. Only an approved template can be sent. */
export function statusFor(registered: string): MessageTemplateStatus {
  if (sendable.has(registered)) return 'approved';
  return ended.has(registered) ? 'rejected' : 'pending';
}

const sendable: ReadonlySet<string> = new Set(['approved', 'flagged']);

/** An author has to act on these. Any other status, also one that is not known yet, can pass by itself. */
const ended: ReadonlySet<string> = new Set([
  'rejected',
  'disabled',
  'limit_exceeded',
  'pending_deletion',
  'deleted',
  'failed',
]);

/** The language that WhatsApp gets for a template without one. */
export const defaultTemplateLanguage = 'en';

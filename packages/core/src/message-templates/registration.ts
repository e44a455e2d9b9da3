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
  /** Whether an attempt of an earlier submission may have created the template. */
  readonly mayExist: boolean;
  /** The values for the reviewers; removed once the provider has them. */
  readonly examples: Readonly<Record<string, string>>;
  /** The text that was checked and is to be submitted; null once the provider has it. */
  readonly body: string | null;
  /** The file of the header that is to be submitted; null if there is none, and once the provider has it. */
  readonly mediaFileId?: string | null;
  /** The options of a template of the category `authentication`; null for others, and once the provider has them. */
  readonly authentication?: AuthenticationOptions | null;
  /** The state to which a template returns if the provider refuses to edit it; null if the provider does not have it. */
  readonly previous: PreviousState | null;
  /** Whether the provider has reported a status since the submission. */
  readonly isReported: boolean;
  /** Older reports of the status, of the quality and of the category are dropped. */
  readonly reportedAt: string | null;
  readonly qualityReportedAt: string | null;
  readonly categoryReportedAt: string | null;
  /** When the template was last seen in a list of the provider. */
  readonly seenAt: string | null;
  /** Whether the provider has a file in the header. */
  readonly hasFile?: boolean;
  /** Whether the provider has more than the text and a file, such as a footer. An edit would remove it. */
  readonly hasMore: boolean;
}

/** What a template for authentication says besides the code. */
export interface AuthenticationOptions {
  readonly addSecurityRecommendation?: boolean;
  readonly codeExpirationMinutes?: number;
}

/** What a template had before it was submitted again. */
export interface PreviousState extends Pick<RegistrationRecord, 'status' | 'rejectionReason' | 'category'> {
  /** The status of the template itself, which its author may have set. */
  readonly own: MessageTemplateStatus;
}

/** A template that was not submitted here is only recognized. */
export function foundSubmission(
  known: Pick<Submission, 'accountId' | 'name' | 'language' | 'seenAt' | 'hasFile' | 'hasMore'>,
  listedAt: string,
): Submission {
  return {
    ...known,
    isWaiting: false,
    attempts: 0,
    mayExist: false,
    examples: {},
    body: null,
    previous: null,
    isReported: false,
    ...reportsSince(listedAt),
  };
}

/** The times before which reports are too old. */
export type ReportTimes = Pick<Submission, 'reportedAt' | 'qualityReportedAt' | 'categoryReportedAt'>;

export function reportsSince(at: string, known: Partial<ReportTimes> = {}): ReportTimes {
  return {
    reportedAt: later(known.reportedAt, at),
    qualityReportedAt: later(known.qualityReportedAt, at),
    categoryReportedAt: later(known.categoryReportedAt, at),
  };
}

/** Returns the later time. Both are in the same format of fixed width, so that their order is that of the texts. */
export function later(known: string | null | undefined, at: string): string {
  return known && known > at ? known : at;
}

/** The times of reports have no fraction of a second. */
export function wholeSecond(at: Date): string {
  return new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();
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
  'archived',
  'failed',
]);

/** The language that WhatsApp gets for a template without one. */
export const defaultTemplateLanguage = 'en';

/** A language may be written as `pt-BR`; providers know it as `pt_BR`. */
export function registeredLanguage(language: string | null): string {
  return (language ?? defaultTemplateLanguage).replaceAll('-', '_');
}

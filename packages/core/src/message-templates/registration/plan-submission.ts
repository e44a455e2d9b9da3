import type { Context } from '../../context.js';
import {
  type AuthenticationOptions,
  type RegistrationRecord,
  registeredLanguage,
  reportsSince,
  type Submission,
  wholeSecond,
} from '../registration.js';
import type { LockedTemplate } from './locked-template.js';

interface PlannedSubmission {
  readonly channelId: string;
  readonly category: string;
  readonly accountId: string;
  readonly examples: Readonly<Record<string, string>>;
  readonly authentication?: AuthenticationOptions | undefined;
}

/** A template that the provider has under the same name and language is edited there. */
export function planSubmission(
  { now }: Context,
  template: LockedTemplate,
  { channelId, category, accountId, examples, authentication }: PlannedSubmission,
): { readonly registration: RegistrationRecord; readonly submission: Submission } {
  const { name, body, mediaFileId, status: own, registration: before } = template;
  const last = findLast(template, accountId);
  const known = last && before?.status !== 'deleted' && before?.vendorId ? before : null;
  const submittedAt = now();
  return {
    registration: {
      channelId,
      vendorId: known?.vendorId ?? null,
      category,
      status: 'pending',
      rejectionReason: null,
      quality: known?.quality ?? null,
      error: null,
      submittedAt: submittedAt.toISOString(),
    },
    submission: {
      accountId,
      name,
      language: registeredLanguage(template.language),
      isWaiting: true,
      attempts: 0,
      mayExist: last !== null && !before?.vendorId && (last.mayExist || last.attempts > 0),
      examples,
      body,
      mediaFileId,
      authentication: authentication ?? null,
      previous: known && {
        status: known.status,
        rejectionReason: known.rejectionReason,
        category: known.category,
        own,
      },
      isReported: false,
      // A report of the previous review can arrive late.
      ...reportsSince(wholeSecond(submittedAt), last ?? {}),
      qualityReportedAt: last?.qualityReportedAt ?? null,
      seenAt: last?.seenAt ?? null,
      hasFile: last?.hasFile ?? false,
      hasMore: last?.hasMore ?? false,
    },
  };
}

/** Returns the last submission if it was of the same template at the provider. */
export function findLast(
  { name, language, submission }: Pick<LockedTemplate, 'name' | 'language' | 'submission'>,
  accountId: string,
): Submission | null {
  const isSame =
    submission?.accountId === accountId &&
    submission.name === name &&
    submission.language === registeredLanguage(language);
  return isSame ? submission : null;
}

import type { Context } from '../../context.js';
import { transact } from '../../sql/transact.js';
import type { RegistrationRecord, Submission } from '../registration.js';
import { lockRegistered, type RegisteredName, storeRegistration } from './locked-template.js';

/** A change of a template, as the provider reports it. An absent value has not changed. */
export interface TemplateReport extends RegisteredName {
  readonly state?: Pick<RegistrationRecord, 'status' | 'rejectionReason'>;
  readonly quality?: string;
  readonly category?: string;
  /** The provider's clock. */
  readonly timestamp: Date;
}

export type TemplateReportOutcome = 'applied' | 'known' | 'unknown template';

/**
 * Stores the status, the quality or the category of a template and records the event. A repeated report changes nothing, and neither does
 * one that is older than what is stored. A template that is not known is found by the next synchronization.
 */
export function applyTemplateReport(
  context: Context,
  report: TemplateReport,
): Promise<TemplateReportOutcome> {
  return transact(context, async (transaction) => {
    const template = await lockRegistered(transaction, context, report);
    if (!template?.registration || !template.submission) return 'unknown template';
    const { registration, submission } = template;
    const next = planReport(registration, submission, report);
    if (next === null) return 'known';
    storeRegistration(transaction, context, template, next);
    return 'applied';
  });
}

function planReport(
  registration: RegistrationRecord,
  submission: Submission,
  { state, quality, category, vendorId, timestamp }: TemplateReport,
): { readonly registration: RegistrationRecord; readonly submission: Submission } | null {
  const at = timestamp.toISOString();
  const hasState = state !== undefined && !isLater(submission.reportedAt, at);
  const hasQuality = quality !== undefined && !isLater(submission.qualityReportedAt, at);
  const hasCategory = category !== undefined && !isLater(submission.categoryReportedAt, at);
  if (!hasState && !hasQuality && !hasCategory) return null;
  return {
    registration: {
      ...registration,
      vendorId: vendorId ?? registration.vendorId,
      ...(hasState && { ...state, error: null }),
      ...(hasQuality && { quality }),
      ...(hasCategory && { category }),
    },
    submission: {
      ...submission,
      ...(hasState && { reportedAt: at, isReported: true }),
      ...(hasQuality && { qualityReportedAt: at }),
      ...(hasCategory && { categoryReportedAt: at }),
    },
  };
}

/** Both are in the same format of fixed width, so that their order is that of the texts. */
function isLater(known: string | null | undefined, at: string): boolean {
  return Boolean(known && known > at);
}

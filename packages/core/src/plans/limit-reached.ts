import { DomainError, type LimitCode } from '../domain-error.js';
import type { LimitName, Limits } from './plans.js';

/**
 * The limits whose error is created here. The rate limit has its own error, and `runsPerEvent` and `audienceContacts`
 * limit runs and campaigns instead of requests.
 */
export type RefusingLimit = Exclude<LimitName, 'requestsPerMinute' | 'runsPerEvent' | 'audienceContacts'>;

interface Refusal {
  readonly code: LimitCode;
  /** What a person should know and do; `N` stands for the maximum. */
  readonly detail: string;
}

const more = 'ask the operator for a higher limit';

const refusals: Readonly<Record<RefusingLimit, Refusal>> = {
  automations: {
    code: 'automations_limit_reached',
    detail: `The workspace may have N automations. Delete one, or ${more}.`,
  },
  webhooks: {
    code: 'webhooks_limit_reached',
    detail: `The workspace may have N webhooks. Delete one, or ${more}.`,
  },
  channels: {
    code: 'channels_limit_reached',
    detail: `The workspace may have N channels. Delete one, or ${more}.`,
  },
  users: {
    code: 'users_limit_reached',
    detail: `The workspace may have N users. Delete one, or ${more}.`,
  },
  teams: {
    code: 'teams_limit_reached',
    detail: `The workspace may have N teams. Delete one, or ${more}.`,
  },
  segments: {
    code: 'segments_limit_reached',
    detail: `The workspace may have N segments. Delete one, or ${more}.`,
  },
  attributes: {
    code: 'attributes_limit_reached',
    detail: `The workspace may have N attributes. Delete one, or ${more}.`,
  },
  contactsPerCall: {
    code: 'contacts_per_call_limit_reached',
    detail: 'The workspace may send N contacts in one request. Send them in several requests.',
  },
  storedBytes: {
    code: 'stored_bytes_limit_reached',
    detail: `The files of the workspace may have N bytes in total. Delete files, or ${more}.`,
  },
  waitingJobs: {
    code: 'waiting_jobs_limit_reached',
    detail: 'The workspace may have N waiting jobs. Retry when some are done.',
  },
  inboundMessagesPerMinute: {
    code: 'inbound_messages_limit_reached',
    detail:
      'A channel of the workspace may receive N messages in a minute, and ten times as many statuses, but at least 1,000. Send the request again later.',
  },
  concurrentSearches: {
    code: 'concurrent_searches_limit_reached',
    detail: 'The workspace may run N searches at the same time. Retry when one has ended.',
  },
  eventStreams: {
    code: 'event_streams_limit_reached',
    detail: 'The workspace may have N open event streams. Close one, or retry when one has ended.',
  },
};

/** Returns the error that names the limit which a request would exceed. */
export function limitReached(limit: RefusingLimit, maximum: number): DomainError<LimitCode> {
  const { code, detail } = refusals[limit];
  return new DomainError(code, { limit, maximum, detail: detail.replace('N', String(maximum)) });
}

/** Whether the error is one of `limitReached`, whose details are the limit's name, its maximum and a sentence. */
export function isLimitReached(error: unknown): error is DomainError<LimitCode> {
  return error instanceof DomainError && Object.values(refusals).some(({ code }) => code === error.code);
}

/** Throws when a request names more contacts than the workspace may send at once. */
export function limitContactsPerCall({ limits }: { readonly limits?: Limits }, count: number): void {
  if (limits && count > limits.contactsPerCall) {
    throw limitReached('contactsPerCall', limits.contactsPerCall);
  }
}

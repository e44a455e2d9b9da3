import type { NewTime } from '../time-zones/read-local-time.js';
import type { Audience } from './audience.js';
import type { CampaignVariable } from './campaign-record.js';
import type { CampaignTime } from './read-campaign-time.js';
import type { Recipients } from './recipients.js';
import type { CampaignMedia } from './resolve-media.js';

/** Absent fields remain unchanged; a list of recipients replaces the current list. */
export interface CampaignUpdate extends Recipients {
  readonly name?: string;
  readonly channelId?: string;
  readonly automationId?: string;
  readonly messageTemplateId?: string | null;
  /** Null means the media of the steps. */
  readonly media?: CampaignMedia | null;
  /** An audience replaces the recipients; null means none. */
  readonly audience?: Audience | null;
  /** Null means at once. */
  readonly scheduledAt?: string | null;
  readonly recurrenceRules?: readonly string[];
  /** IANA name or `contact`; null means the zone of the workspace. */
  readonly timeZone?: string | null;
  readonly variables?: readonly CampaignVariable[];
}

/** An update as the caller sends it, whose time can be a local one. */
export type CampaignChange = Omit<CampaignUpdate, 'scheduledAt'> & { readonly scheduledAt?: NewTime | null };

/** Returns the update with its time as an instant. A time that was not sent stays absent. */
export function withTime<Change extends { readonly scheduledAt?: unknown }>(
  { scheduledAt: _, ...change }: Change,
  { scheduledAt }: Pick<CampaignTime, 'scheduledAt'>,
) {
  return { ...change, ...(scheduledAt !== undefined && { scheduledAt }) };
}

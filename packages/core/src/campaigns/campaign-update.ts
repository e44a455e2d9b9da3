import type { Audience } from './audience.js';
import type { CampaignVariable } from './campaign-record.js';
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
  /** IANA name; null means the zone of the workspace. */
  readonly timeZone?: string | null;
  readonly variables?: readonly CampaignVariable[];
}

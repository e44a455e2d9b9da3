import type { CampaignVariable } from './campaign-record.js';
import type { Recipients } from './recipients.js';
import type { CampaignMedia } from './resolve-media.js';

/** What is left out stays as it is; recipients are replaced whole. */
export interface CampaignUpdate extends Recipients {
  readonly name?: string;
  readonly channelId?: string;
  readonly automationId?: string;
  readonly messageTemplateId?: string | null;
  /** Null: those of the steps again. */
  readonly media?: CampaignMedia | null;
  /** Null: at once. */
  readonly scheduledAt?: string | null;
  readonly recurrenceRules?: readonly string[];
  readonly variables?: readonly CampaignVariable[];
}

import type { TriggerType } from '@parley/database';

export interface TriggerEvent {
  readonly type: Exclude<TriggerType, 'manual'>;
  readonly contactId: string;
  /** Null for what happens to a contact and not in a chat; automations of any channel match that. */
  readonly chatId: string | null;
  readonly channelId: string | null;
  /** What was written, for automations that wait for a keyword. */
  readonly text?: string | null;
  /** The labels that were added, for automations that wait for a certain one. */
  readonly labelIds?: readonly string[];
  /** How many automations that triggered one another led here. */
  readonly depth?: number;
}

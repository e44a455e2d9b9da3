import type { TriggerType } from '@parley/database';

export interface TriggerEvent {
  readonly type: Exclude<TriggerType, 'manual' | 'schedule'>;
  readonly contactId: string;
  /** Null when the event concerns a contact and no chat; it then triggers automations of any channel. */
  readonly chatId: string | null;
  readonly channelId: string | null;
  /** The text of the message, for automations with a keyword. */
  readonly text?: string | null;
  /** The choice of the contact, for automations with the id of a reply. */
  readonly reply?: { readonly id: string; readonly title: string } | null;
  /** The labels that were added, for automations with a label. */
  readonly labelIds?: readonly string[];
  /** The attributes whose values have changed, for automations with an attribute. */
  readonly attributeIds?: readonly string[];
  /** The campaign to which the contact has replied, for automations with a campaign. */
  readonly campaignId?: string;
  /** The chain that this event continues; default is a chain of its own. */
  readonly chainId?: string | undefined;
  /** Whether the chain begins in this transaction, so that no other transaction can continue it yet. */
  readonly isChainNew?: boolean;
}

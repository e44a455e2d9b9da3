export const eventTypes = [
  'message.received',
  'message.sent',
  'message.updated',
  'chat.updated',
  'contact.updated',
  'contact.created',
  'contact.deleted',
  'chat.created',
  'chat.deleted',
  'campaign.completed',
  'campaign.failed',
  'automation.run_failed',
  'channel.failing',
  'chat.note_added',
  'contact.merged',
  'message_template.updated',
] as const;

export type EventType = (typeof eventTypes)[number];

/**
 * The names of the previous version of the API. A subscription to such a name is delivered in its format, even after
 * the sunset of that version.
 */
export const legacyEventTypes = [
  'WHATSAPP_MESSAGE_RECEIVED',
  'WHATSAPP_MESSAGE_STATUS',
  'SMS_MESSAGE_RECEIVED',
  'SMS_MESSAGE_STATUS',
  'EMAIL_MESSAGE_RECEIVED',
  'EMAIL_MESSAGE_STATUS',
  'INSTAGRAM_MESSAGE_RECEIVED',
  'INSTAGRAM_MESSAGE_STATUS',
  'INSTAGRAM_MESSAGE_ECHO',
] as const;

export type LegacyEventType = (typeof legacyEventTypes)[number];

import type {
  AttributeType,
  AutomationRunStatus,
  AutomationStatus,
  CampaignSendStatus,
  CampaignStatus,
  ChannelType,
  ChatStatus,
  DeliveryStatus,
  MessageSender,
  MessageStatus,
  MessageTemplateStatus,
  MessageType,
  TriggerType,
  WebhookStatus,
} from '@parley/database';

/**
 * The values of each enumeration in the order in which the contract declares them: `gt`, `gte`, `lt` and `lte` follow it.
 * A test compares them with the document. The name is that of the type in PostgreSQL.
 */
export const declaredEnums = {
  attribute_type: inOrder<AttributeType>('text', 'number', 'date', 'boolean'),
  automation_run_status: inOrder<AutomationRunStatus>(
    'scheduled',
    'running',
    'completed',
    'failed',
    'canceled',
  ),
  automation_status: inOrder<AutomationStatus>('draft', 'active', 'inactive'),
  campaign_send_status: inOrder<CampaignSendStatus>(
    'pending',
    'sent',
    'delivered',
    'read',
    'failed',
    'skipped',
    'canceled',
  ),
  campaign_status: inOrder<CampaignStatus>(
    'draft',
    'scheduled',
    'running',
    'completed',
    'failed',
    'canceled',
  ),
  channel_type: inOrder<ChannelType>('whatsapp', 'sms', 'email', 'instagram'),
  chat_status: inOrder<ChatStatus>('open', 'closed', 'snoozed'),
  delivery_status: inOrder<DeliveryStatus>('pending', 'delivering', 'succeeded', 'failed', 'canceled'),
  message_sender: inOrder<MessageSender>('inbound', 'outbound'),
  message_status: inOrder<MessageStatus>('pending', 'sent', 'delivered', 'read', 'failed'),
  message_type: inOrder<MessageType>(
    'text',
    'image',
    'video',
    'audio',
    'document',
    'location',
    'contact',
    'template',
  ),
  message_template_status: inOrder<MessageTemplateStatus>('draft', 'pending', 'approved', 'rejected'),
  trigger_type: inOrder<TriggerType>(
    'manual',
    'message_received',
    'chat_opened',
    'chat_closed',
    'chat_assigned',
    'label_added',
  ),
  webhook_status: inOrder<WebhookStatus>('active', 'inactive', 'disabled'),
} as const;

function inOrder<Value extends string>(...values: readonly Value[]): readonly Value[] {
  return values;
}

/** A field of one of these types. */
export function enumField<Type extends keyof typeof declaredEnums>(type: Type) {
  return { kind: 'enum', type, values: declaredEnums[type] } as const;
}

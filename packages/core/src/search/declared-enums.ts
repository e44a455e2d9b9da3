import {
  AttributeType,
  AuditActor,
  AutomationRunStatus,
  AutomationStatus,
  CampaignSendStatus,
  CampaignStatus,
  ChannelProvider,
  ChannelType,
  ChatStatus,
  DeliveryStatus,
  MessageOrigin,
  MessageSender,
  MessageStatus,
  MessageTemplateStatus,
  MessageType,
  SkippedReason,
  TriggerType,
  UsageKind,
  WebhookStatus,
} from '@parley/database';
import { eventTypes, legacyEventTypes } from '../events/event-type.js';

/**
 * The values of each enumeration, by the name of its type in PostgreSQL. The contract, `schema.prisma` and PostgreSQL
 * declare them in the same order, and a test compares them. The database therefore compares and sorts the values in the
 * order of the contract.
 */
export const declaredEnums = {
  attribute_type: Object.values(AttributeType),
  audit_actor: Object.values(AuditActor),
  automation_run_status: Object.values(AutomationRunStatus),
  automation_status: Object.values(AutomationStatus),
  campaign_send_status: Object.values(CampaignSendStatus),
  campaign_status: Object.values(CampaignStatus),
  channel_provider: Object.values(ChannelProvider),
  channel_type: Object.values(ChannelType),
  chat_status: Object.values(ChatStatus),
  // Prisma has names of its own for values with a dot.
  delivery_event: [...eventTypes, ...legacyEventTypes],
  delivery_status: Object.values(DeliveryStatus),
  message_origin: Object.values(MessageOrigin),
  message_sender: Object.values(MessageSender),
  message_status: Object.values(MessageStatus),
  message_template_status: Object.values(MessageTemplateStatus),
  message_type: Object.values(MessageType),
  skipped_reason: Object.values(SkippedReason),
  trigger_type: Object.values(TriggerType),
  usage_kind: Object.values(UsageKind),
  webhook_status: Object.values(WebhookStatus),
} as const;

/** Returns a field of one of these types. */
export function enumField<Type extends keyof typeof declaredEnums>(type: Type) {
  return { kind: 'enum', type, values: declaredEnums[type] } as const;
}

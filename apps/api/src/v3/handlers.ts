import type { V3OperationId } from '@parley/contract/operations';
import type { operations } from '@parley/contract/v3';
import type { Handlers } from '../http/routing/handler.js';
import { apiWebhookHandlers } from './api-webhooks.js';
import { attributeHandlers } from './attributes.js';
import { auditLogHandlers } from './audit-log.js';
import { automationRunHandlers } from './automation-runs.js';
import { createAutomationHandlers } from './automations.js';
import { createCampaignHandlers } from './campaigns.js';
import { type ChannelHandlerOptions, createChannelHandlers } from './channels.js';
import { chatNoteHandlers } from './chat-notes.js';
import { createChatHandlers } from './chats.js';
import { createContactExportHandlers } from './contact-exports.js';
import { contactHandlers } from './contacts.js';
import { deliveryHandlers } from './deliveries.js';
import { createEventHandlers } from './events.js';
import { createFileHandlers } from './files.js';
import { labelHandlers } from './labels.js';
import { createMessageTemplateHandlers } from './message-templates.js';
import { createMessageHandlers } from './messages.js';
import { segmentHandlers } from './segments.js';
import { teamHandlers } from './teams.js';
import { usageHandlers } from './usage.js';
import { userHandlers } from './users.js';
import { workspaceHandlers } from './workspace.js';

export interface V3HandlerOptions extends ChannelHandlerOptions {
  /** The base URL at which callers reach the service. */
  readonly publicUrl: string;
}

export type V3Handlers = Handlers<Pick<operations, V3OperationId>>;

export function createV3Handlers(options: V3HandlerOptions): V3Handlers {
  const { publicUrl } = options;
  return {
    ...createChatHandlers(publicUrl),
    ...chatNoteHandlers,
    ...contactHandlers,
    ...createContactExportHandlers(publicUrl),
    ...createAutomationHandlers(publicUrl),
    ...automationRunHandlers,
    ...createCampaignHandlers(publicUrl),
    ...apiWebhookHandlers,
    ...deliveryHandlers,
    ...createEventHandlers(publicUrl),
    ...createMessageTemplateHandlers(publicUrl),
    ...createFileHandlers(publicUrl),
    ...createMessageHandlers(publicUrl),
    ...createChannelHandlers(options),
    ...labelHandlers,
    ...attributeHandlers,
    ...userHandlers,
    ...segmentHandlers,
    ...teamHandlers,
    ...auditLogHandlers,
    ...usageHandlers,
    ...workspaceHandlers,
  };
}

import type { components } from '@parley/contract/v3';
import type { FileLinks, WebhookCall } from '@parley/core';
import { presentChat } from './present-chat.js';
import { presentContact } from './present-contact.js';

export type WebhookCallBody = components['schemas']['AutomationWebhookCalledEvent'];

/** Returns the body that a `call_webhook` step sends. */
export function presentWebhookCall(links: FileLinks, call: WebhookCall): WebhookCallBody {
  return {
    id: call.id,
    event: 'automation.webhook_called',
    tenantId: call.tenantId,
    createdAt: call.createdAt,
    data: {
      runId: call.runId,
      automationId: call.automationId,
      contact: presentContact(call.contact),
      chat: call.chat && presentChat(links, call.chat),
      variables: { ...call.variables },
    },
  };
}

import type { components } from '@parley/contract/v3';
import type { WebhookEventRecord, WebhookRecord, WebhookScope, WebhookWithSecret } from '@parley/core';

export function presentWebhook(webhook: WebhookRecord): components['schemas']['ApiWebhook'] {
  return {
    id: webhook.id,
    url: webhook.url,
    status: webhook.status,
    events: webhook.events.map(presentWebhookEvent),
    isOrdered: webhook.isOrdered,
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
  };
}

/** Presents a webhook with its secret, which only creation and rotation return. */
export function presentWebhookWithSecret(
  webhook: WebhookWithSecret,
): components['schemas']['ApiWebhookWithSecret'] {
  return { ...presentWebhook(webhook), secret: webhook.secret };
}

function presentWebhookEvent(event: WebhookEventRecord): components['schemas']['ApiWebhookEvent'] {
  return { type: event.type, scopes: event.scopes.map(presentWebhookScope) };
}

function presentWebhookScope(scope: WebhookScope): components['schemas']['ApiWebhookScope'] {
  return { type: scope.type, ids: [...scope.ids] };
}

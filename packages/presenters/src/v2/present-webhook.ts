import type { components } from '@parley/contract/v2';
import type { LegacyWebhookRecord } from '@parley/core';

export function presentWebhook(webhook: LegacyWebhookRecord): components['schemas']['ApiWebhook'] {
  return {
    id: webhook.id,
    type: webhook.type,
    url: webhook.url,
    isActive: webhook.isActive,
    ...(webhook.channelId !== null && { channelId: webhook.channelId }),
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
  };
}

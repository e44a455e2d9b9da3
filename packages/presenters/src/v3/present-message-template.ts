import type { components } from '@parley/contract/v3';
import { findPlaceholders, type MessageTemplateRecord } from '@parley/core';

export function presentMessageTemplate(
  template: MessageTemplateRecord,
): components['schemas']['MessageTemplate'] {
  return {
    id: template.id,
    createdAt: template.createdAt,
    updatedAt: template.updatedAt,
    name: template.name,
    channelType: template.channelType,
    language: template.language,
    body: template.body,
    mediaFileId: template.mediaFileId,
    variables: findPlaceholders(template.body),
    status: template.status,
  };
}

import type { components } from '@parley/contract/v3';
import { findTemplatePlaceholders, type MessageTemplateRecord } from '@parley/core';

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
    variables: findTemplatePlaceholders(template),
    status: template.status,
  };
}

import type { components } from '@parley/contract/v3';
import {
  findTemplatePlaceholders,
  type MessageTemplateRecord,
  type RegistrationRecord,
  type TemplateSyncRecord,
} from '@parley/core';

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
    registration: template.registration && presentRegistration(template.registration),
  };
}

export function presentMessageTemplateSync({
  channelId,
  requestedAt,
}: TemplateSyncRecord): components['schemas']['MessageTemplateSync'] {
  return { channelId, requestedAt };
}

function presentRegistration(
  registration: RegistrationRecord,
): components['schemas']['MessageTemplateRegistration'] {
  const { error } = registration;
  return {
    channelId: registration.channelId,
    vendorId: registration.vendorId,
    category: registration.category,
    status: registration.status,
    rejectionReason: registration.rejectionReason,
    quality: registration.quality,
    error: error && { code: error.code, message: error.message },
    submittedAt: registration.submittedAt,
  };
}

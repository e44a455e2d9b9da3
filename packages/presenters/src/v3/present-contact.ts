import type { components } from '@parley/contract/v3';
import type {
  ContactAttributeRecord,
  ContactChatRecord,
  ContactLabelRecord,
  ContactRecord,
} from '@parley/core';
import { presentHandle } from './present-handle.js';

export function presentContact(contact: ContactRecord): components['schemas']['Contact'] {
  return {
    id: contact.id,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
    firstName: contact.firstName,
    lastName: contact.lastName,
    fullName: contact.fullName,
    displayName: contact.displayName,
    isSubscribed: contact.isSubscribed,
    handles: contact.handles.map(presentHandle),
    labels: contact.labels.map(presentContactLabel),
    attributes: contact.attributes.map(presentContactAttribute),
    phoneNumber: contact.phoneNumber,
    email: contact.email,
    chats: contact.chats.map(presentContactChat),
    metadata: contact.metadata,
    timeZone: contact.timeZone ?? null,
  };
}

function presentContactLabel(label: ContactLabelRecord): components['schemas']['ContactLabel'] {
  return { id: label.id, name: label.name, color: label.color };
}

function presentContactAttribute(
  attribute: ContactAttributeRecord,
): components['schemas']['ContactAttribute'] {
  return {
    id: attribute.id,
    externalId: attribute.externalId,
    name: attribute.name,
    type: attribute.type,
    value: attribute.value,
  };
}

function presentContactChat(chat: ContactChatRecord): components['schemas']['ContactChat'] {
  return { id: chat.id, channelId: chat.channelId, status: chat.status };
}

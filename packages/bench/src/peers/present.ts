import type { Prisma } from '@parley/database';

type ContactParts = {
  handles: true;
  labels: { include: { label: true } };
  attributeValues: { include: { attribute: true } };
  chats: true;
};
type Contact = Prisma.ContactGetPayload<{ include: ContactParts }>;
type Chat = Prisma.ChatGetPayload<{
  include: { contact: { include: ContactParts }; handle: true; latestMessage: true };
}>;

export function presentChat(chat: Chat) {
  return {
    id: chat.id,
    createdAt: chat.createdAt,
    updatedAt: chat.updatedAt,
    status: chat.status,
    isUnread: chat.isUnread,
    openUntil: chat.openUntil,
    unreadCount: chat.unreadCount,
    channelId: chat.channelId,
    contactId: chat.contactId,
    contact: presentContact(chat.contact),
    handleId: chat.handleId,
    handle: presentHandle(chat.handle, chat.contact.chats),
    latestMessage: chat.latestMessage && {
      id: chat.latestMessage.id,
      vendorId: chat.latestMessage.vendorId,
      sender: chat.latestMessage.sender,
      type: chat.latestMessage.type,
      timestamp: chat.latestMessage.timestamp,
      subject: chat.latestMessage.subject,
      text: chat.latestMessage.text,
      attachments: chat.latestMessage.attachments,
    },
    assignedUserId: chat.assignedUserId,
    assignedTeamId: chat.assignedTeamId,
    isSensitive: chat.isSensitive,
    snoozedUntil: chat.snoozedUntil,
  };
}

export function presentContact(contact: Contact) {
  const fullName = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  return {
    id: contact.id,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
    firstName: contact.firstName,
    lastName: contact.lastName,
    fullName,
    displayName: fullName || contact.phoneNumber || contact.email || 'Unknown',
    isSubscribed: contact.isSubscribed,
    handles: contact.handles.map((handle) => presentHandle(handle, contact.chats)),
    labels: contact.labels.map(({ label }) => ({ id: label.id, name: label.name, color: label.color })),
    attributes: contact.attributeValues.map(({ attribute, value }) => ({
      id: attribute.id,
      externalId: attribute.externalId,
      name: attribute.name,
      type: attribute.type,
      value,
    })),
    phoneNumber: contact.phoneNumber,
    email: contact.email,
    chats: contact.chats.map(({ id, channelId, status }) => ({ id, channelId, status })),
    metadata: contact.metadata,
    timeZone: contact.timeZone,
  };
}

function presentHandle(handle: Chat['handle'], chats: Contact['chats']) {
  return {
    id: handle.id,
    createdAt: handle.createdAt,
    updatedAt: handle.updatedAt,
    type: handle.type,
    isPrimary: handle.isPrimary,
    value: handle.value,
    extra: handle.extra,
    hasChats: chats.some(({ handleId }) => handleId === handle.id),
  };
}

import { channelIds, contactIds, demoId, handleIds } from './ids.js';

const chatIds = {
  ada: demoId('41'),
  bruno: demoId('42'),
  chiara: demoId('43'),
  deniz: demoId('44'),
  unknown: demoId('45'),
};

export const chats = [
  {
    id: chatIds.ada,
    channelId: channelIds.whatsapp,
    contactId: contactIds.ada,
    handleId: handleIds.adaPhone,
    openUntil: new Date('2026-11-15T09:05:00.000Z'),
    latestMessageId: demoId('51'),
    createdAt: new Date('2026-11-10T08:00:00.000Z'),
    updatedAt: new Date('2026-11-14T09:12:30.000Z'),
  },
  {
    id: chatIds.bruno,
    channelId: channelIds.sms,
    contactId: contactIds.bruno,
    handleId: handleIds.brunoPhone,
    isUnread: true,
    unreadCount: 2,
    latestMessageId: demoId('55'),
    assignedUserId: 'user_support_1',
    createdAt: new Date('2026-11-11T10:00:00.000Z'),
  },
  {
    id: chatIds.chiara,
    channelId: channelIds.email,
    contactId: contactIds.chiara,
    handleId: handleIds.chiaraEmail,
    status: 'closed',
    latestMessageId: demoId('57'),
    assignedTeamId: 'team_sales',
    createdAt: new Date('2026-11-12T10:00:00.000Z'),
  },
  {
    id: chatIds.deniz,
    channelId: channelIds.instagram,
    contactId: contactIds.deniz,
    handleId: handleIds.denizInstagram,
    status: 'snoozed',
    snoozedUntil: new Date('2026-12-01T08:00:00.000Z'),
    openUntil: new Date('2026-11-14T10:15:00.000Z'),
    latestMessageId: demoId('58'),
    isSensitive: true,
    createdAt: new Date('2026-11-13T10:00:00.000Z'),
  },
  {
    id: chatIds.unknown,
    channelId: channelIds.whatsapp,
    contactId: contactIds.unknown,
    handleId: handleIds.unknownPhone,
    createdAt: new Date('2026-11-14T07:45:00.000Z'),
  },
] as const;

const whatsapp = { chatId: chatIds.ada, channelId: channelIds.whatsapp };
const sms = { chatId: chatIds.bruno, channelId: channelIds.sms };
const email = { chatId: chatIds.chiara, channelId: channelIds.email };
const instagram = { chatId: chatIds.deniz, channelId: channelIds.instagram };

export const messages = [
  {
    ...whatsapp,
    id: demoId('51'),
    vendorId: 'wamid.HBgNNDkxNTExMjM0NTY3OBUCABEYEjA1',
    sender: 'outbound',
    status: 'read',
    text: 'Your order is on its way.',
    originType: 'api',
    replyToId: demoId('52'),
    timestamp: new Date('2026-11-14T09:12:30.000Z'),
  },
  {
    ...whatsapp,
    id: demoId('52'),
    vendorId: 'sandbox-52',
    sender: 'inbound',
    status: 'delivered',
    text: 'Where is my order?',
    timestamp: new Date('2026-11-14T09:05:00.000Z'),
  },
  {
    ...whatsapp,
    id: demoId('53'),
    vendorId: 'sandbox-53',
    sender: 'inbound',
    status: 'delivered',
    text: 'Hello!',
    timestamp: new Date('2026-11-10T08:00:00.000Z'),
  },
  {
    ...sms,
    id: demoId('54'),
    vendorId: 'sandbox-54',
    sender: 'inbound',
    status: 'delivered',
    text: 'Can I still change the address?',
    timestamp: new Date('2026-11-13T16:20:00.000Z'),
  },
  {
    ...sms,
    id: demoId('55'),
    vendorId: 'sandbox-55',
    sender: 'inbound',
    status: 'delivered',
    text: 'It is for order A-1187.',
    timestamp: new Date('2026-11-13T16:21:00.000Z'),
  },
  {
    ...email,
    id: demoId('56'),
    vendorId: 'sandbox-56',
    sender: 'inbound',
    status: 'delivered',
    text: 'Thank you, everything arrived.',
    timestamp: new Date('2026-11-12T10:00:00.000Z'),
  },
  {
    ...email,
    id: demoId('57'),
    vendorId: 'sandbox-57',
    sender: 'outbound',
    status: 'delivered',
    text: 'We are glad to hear that. Have a good day!',
    timestamp: new Date('2026-11-12T11:30:00.000Z'),
  },
  {
    ...instagram,
    id: demoId('58'),
    vendorId: 'sandbox-58',
    sender: 'inbound',
    status: 'delivered',
    text: 'Will the blue one come back?',
    timestamp: new Date('2026-11-13T10:15:00.000Z'),
  },
] as const;

import { demoId } from './ids.js';

export const messageTemplates = [
  {
    id: demoId('b1'),
    name: 'order_shipped',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{firstName}}, your order {{orderNumber}} is on its way.',
    status: 'approved',
  },
  {
    id: demoId('b2'),
    name: 'appointment_reminder',
    channelType: 'sms',
    language: 'en',
    body: 'See you tomorrow at {{time}}.',
    status: 'approved',
  },
  {
    id: demoId('b3'),
    name: 'winter_news',
    channelType: 'email',
    language: 'en',
    body: 'Hello {{firstName}}, this is new in winter.',
    status: 'approved',
  },
] as const;

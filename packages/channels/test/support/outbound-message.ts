import type { OutboundAttachment, OutboundMessage } from '../../src/index.js';

export const MESSAGE_ID = '0198c2a0-1111-7000-8000-000000000002';

export function outbound(changes: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    id: MESSAGE_ID,
    to: { handleType: 'phone_number', value: '+16505551234' },
    type: 'text',
    text: 'Hello',
    attachments: [],
    ...changes,
  };
}

export function attachment(changes: Partial<OutboundAttachment> = {}): OutboundAttachment {
  return {
    type: 'image',
    url: 'https://parley.example/files/abc',
    name: 'photo.jpg',
    contentType: 'image/jpeg',
    ...changes,
  };
}

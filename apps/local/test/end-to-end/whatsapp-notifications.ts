import { createHmac } from 'node:crypto';

export const phoneNumberId = '106540352242922';

/** Returns a message from Sheena, as Meta sends it. */
export function messageNotification(id: string, body: string): object {
  return notificationOf({
    contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: '16505551234' }],
    messages: [{ from: '16505551234', id, timestamp: nowInSeconds(), type: 'text', text: { body } }],
  });
}

/** Returns the status of a message to Sheena, as Meta sends it. */
export function statusNotification(id: string, status: 'sent' | 'delivered' | 'read'): object {
  return notificationOf({
    statuses: [{ id, status, timestamp: nowInSeconds(), recipient_id: '16505551234' }],
  });
}

function notificationOf(value: object): object {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes: [change] }] };
}

export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

function nowInSeconds(): string {
  return String(Math.floor(Date.now() / 1_000));
}

import { newId } from '@parley/core';
import type { Channel, Chat } from '@parley/database';
import {
  createAttribute,
  createChannel,
  createChat,
  createContact,
  createHandle,
  createLabel,
  putLabelOnContact,
  setAttributeValue,
} from '@parley/testkit';
import type { useWorker } from '../support/use-worker.js';

export const later = new Date('2099-01-01T00:00:00.000Z');

/** Creates a contact with all fields, or with none that is optional, and with a chat on the channel. */
export async function createParty(
  { database, tenant }: ReturnType<typeof useWorker>,
  channel: Channel,
  isFull: boolean,
): Promise<Chat> {
  const names = isFull
    ? { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@customer.example', timeZone: 'Europe/London' }
    : { firstName: null, lastName: null, email: null, timeZone: null };
  const contact = await createContact(database, tenant.id, names);
  if (isFull) {
    const label = await createLabel(database, tenant.id);
    await putLabelOnContact(database, tenant.id, { contactId: contact.id, labelId: label.id });
    const values = { text: 'Bonn', number: '7', date: '2026-10-15', boolean: 'true' } as const;
    for (const type of ['text', 'number', 'date', 'boolean'] as const) {
      const { id: attributeId } = await createAttribute(database, tenant.id, { type });
      await setAttributeValue(database, tenant.id, {
        contactId: contact.id,
        attributeId,
        value: values[type],
      });
    }
    for (const type of ['email', 'instagram'] as const) {
      await createHandle(database, tenant.id, { contactId: contact.id, type, value: `${type}-${newId()}` });
    }
    for (const status of ['closed', 'snoozed'] as const) {
      const other = await createChannel(database, tenant.id, { type: channel.type });
      const parties = { channelId: other.id, contactId: contact.id, handleId: contact.handle.id };
      await createChat(database, tenant.id, {
        ...parties,
        status,
        snoozedUntil: status === 'snoozed' ? later : null,
      });
    }
  } else {
    await database.prisma.contact.updateMany({ where: { id: contact.id }, data: { phoneNumber: null } });
  }
  const parties = { channelId: channel.id, contactId: contact.id, handleId: contact.handle.id };
  const state = isFull ? { openUntil: later, assignedUserId: 'user-1', assignedTeamId: 'team-1' } : {};
  return createChat(database, tenant.id, { ...parties, ...state });
}

import { startContactExport } from '../../src/index.js';
import { createChatOf } from '../create-chat-of.js';
import {
  createAutomationRun,
  createContact,
  createMessage,
  createNote,
  putLabelOnContact,
  setAttributeValue,
} from '../testkit.js';
import type { Worlds } from '../use-worlds.js';

/** Creates a contact with a record of every kind that a contact can have. */
export async function createDuplicate({ database, own, context }: Worlds) {
  const tenantId = own.tenant.id;
  const contact = await createContact(database, tenantId, { firstName: 'Augusta' });
  const contactId = contact.id;
  const chat = await createChatOf(database, contact, { channelId: own.channel.id });
  const message = await createMessage(database, chat);
  await createNote(database, chat);
  await putLabelOnContact(database, tenantId, { contactId, labelId: own.label.id });
  await setAttributeValue(database, tenantId, { contactId, attributeId: own.attribute.id, value: 'Bonn' });
  const run = await createAutomationRun(database, own.automation, { contactId });
  const recipient = await database.prisma.campaignRecipient.create({
    data: { tenantId, id: contact.id, campaignId: own.campaign.id, contactId },
  });
  const { id: exportId } = await startContactExport(context(), contactId);
  return {
    contact,
    chatId: chat.id,
    messageId: message.id,
    runId: run.id,
    recipientId: recipient.id,
    exportId,
  };
}

import type { Database } from '../packages/database/src/index.js';
import { automations, automationVersions } from './demo/automations.js';
import { campaignRecipients, campaigns } from './demo/campaigns.js';
import { channels } from './demo/channels.js';
import { chats, messages } from './demo/chats.js';
import { attributes, attributeValues, contactLabels, contacts, handles, labels } from './demo/contacts.js';
import { fileContents, files } from './demo/files.js';
import { demoTenantId } from './demo/ids.js';
import { messageTemplates } from './demo/message-templates.js';
import { shiftTimes } from './demo/shift-times.js';
import { demoKey, demoTenant } from './demo/tenant.js';
import { makeWebhooks, webhookEvents } from './demo/webhooks.js';

export { demoKeyId, demoTenantId } from './demo/ids.js';

/**
 * Fills a database with the demo tenant, whose ids are those of the examples in the contract; its times lead up to now.
 * Returns false, and changes nothing, when there already is a tenant of that id or name.
 */
export function seedDemo({ prisma }: Pick<Database, 'prisma'>, now = new Date()): Promise<boolean> {
  const ours = <Row extends object>(row: Row) => ({ ...shiftTimes(row, now), tenantId: demoTenantId });
  return prisma.$transaction(async (transaction) => {
    // The insert also waits for somebody who seeds at the same moment.
    const added = await transaction.tenant.createMany({
      data: [shiftTimes(demoTenant, now)],
      skipDuplicates: true,
    });
    if (added.count === 0) return false;
    await transaction.apiKey.create({ data: ours(demoKey) });
    await transaction.channel.createMany({ data: channels.map(ours) });
    await seedContacts(transaction, ours);
    await transaction.messageTemplate.createMany({ data: messageTemplates.map(ours) });
    await transaction.chat.createMany({ data: chats.map(ours) });
    await transaction.message.createMany({ data: messages.map(ours) });
    await transaction.automation.createMany({ data: automations.map(ours) });
    await transaction.automationVersion.createMany({ data: automationVersions.map(ours) });
    await transaction.campaign.createMany({ data: campaigns.map(ours) });
    await transaction.campaignRecipient.createMany({ data: campaignRecipients.map(ours) });
    await transaction.file.createMany({ data: files.map(ours) });
    await transaction.fileContent.createMany({ data: fileContents.map(ours) });
    await transaction.webhook.createMany({ data: makeWebhooks().map(ours) });
    await transaction.webhookEvent.createMany({ data: webhookEvents.map(ours) });
    return true;
  }, patience);
}

/** A busy machine may need longer than the default of five seconds. */
const patience = { maxWait: 30_000, timeout: 60_000 };

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

type Ours = <Row extends object>(row: Row) => Row & { tenantId: string };

async function seedContacts(transaction: Transaction, ours: Ours): Promise<void> {
  await transaction.contact.createMany({ data: contacts.map(ours) });
  await transaction.handle.createMany({ data: handles.map(ours) });
  await transaction.label.createMany({ data: labels.map(ours) });
  await transaction.contactLabel.createMany({ data: contactLabels.map(ours) });
  await transaction.attribute.createMany({ data: attributes.map(ours) });
  await transaction.attributeValue.createMany({ data: attributeValues.map(ours) });
}

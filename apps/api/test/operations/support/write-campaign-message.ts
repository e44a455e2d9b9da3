import { newId } from '@parley/core';
import type { CampaignSendStatus, Database, MessageStatus } from '@parley/database';
import { createAutomationRun, createMessage, type World } from '@parley/testkit';

export interface CampaignMessage {
  readonly recipientId: string;
  readonly runId: string;
  readonly messageId: string;
}

/** Creates a recipient in its own occurrence, in the state in which a run of the campaign leaves it for the sender. */
export async function writeCampaignMessage(
  database: Database,
  world: World,
  values: {
    campaignId: string;
    contactId?: string;
    status?: CampaignSendStatus & MessageStatus;
    errors?: { code: string; message: string }[];
  },
): Promise<CampaignMessage> {
  const { prisma } = database;
  const { campaignId, contactId = world.contact.id, status = 'pending', errors = [] } = values;
  const row = { tenantId: world.tenant.id, campaignId };
  const where = { tenantId_campaignId_contactId: { ...row, contactId } };
  const recipient = await prisma.campaignRecipient.upsert({
    where,
    create: { ...row, id: newId(), contactId },
    update: {},
  });
  const count = await prisma.campaignOccurrence.count({ where: row });
  const occursAt = new Date(Date.UTC(2026, 9, 1 + count));
  const occurrence = await prisma.campaignOccurrence.create({ data: { ...row, id: newId(), occursAt } });
  const parts = { recipientId: recipient.id, occurrenceId: occurrence.id };
  const send = await prisma.campaignSend.create({ data: { ...row, ...parts, id: newId(), status } });
  const run = await createAutomationRun(database, world.automation, { contactId, campaignSendId: send.id });
  const message = await createMessage(database, world.chat, {
    sender: 'outbound',
    status,
    errors,
    campaignSendId: send.id,
    automationRunId: run.id,
  });
  await prisma.campaignSend.updateMany({ where: { id: send.id }, data: { messageId: message.id } });
  return { recipientId: recipient.id, runId: run.id, messageId: message.id };
}

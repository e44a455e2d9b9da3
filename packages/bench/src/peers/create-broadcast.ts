import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '@parley/database';

interface BroadcastInput {
  readonly tenantId: string;
  readonly channelId: string;
  readonly body: {
    readonly name: string;
    readonly workflowId: string;
    readonly contacts: readonly { readonly phoneNumber: string; readonly firstName: string }[];
  };
}

/**
 * Handles the contacts one by one, as a simple implementation would: finds or creates the handle, its contact and the
 * recipient.
 */
export function createBroadcast(prisma: PrismaClient, { tenantId, channelId, body }: BroadcastInput) {
  const { name, workflowId: automationId, contacts } = body;
  return prisma.$transaction(
    async (transaction) => {
      const campaign = await transaction.campaign.create({
        data: { tenantId, id: randomUUID(), channelId, automationId, name, status: 'running' },
      });
      for (const { phoneNumber, firstName } of contacts) {
        const handle = await transaction.handle.upsert({
          where: { tenantId_type_value: { tenantId, type: 'phone_number', value: phoneNumber } },
          update: { contact: { update: { firstName } } },
          create: {
            id: randomUUID(),
            type: 'phone_number',
            value: phoneNumber,
            isPrimary: true,
            contact: { create: { tenantId, id: randomUUID(), firstName, phoneNumber } },
          },
        });
        await transaction.campaignRecipient.create({
          data: { tenantId, id: randomUUID(), campaignId: campaign.id, contactId: handle.contactId },
        });
      }
      return campaign;
    },
    { timeout: 120_000 },
  );
}

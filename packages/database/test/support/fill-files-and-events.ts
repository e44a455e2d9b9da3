import { createHash, randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../src/index.js';
import { type Ids, newId } from './ids-of-tenant.js';

/** Adds a row to each table of files, exports and positions. */
export async function addFiles(prisma: PrismaClient, ids: Ids): Promise<void> {
  const { tenantId, fileId } = ids;
  await prisma.file.create({
    data: {
      tenantId,
      id: fileId,
      name: 'a.txt',
      contentType: 'text/plain',
      size: 1,
      checksum: createHash('sha256').update('a').digest('hex'),
      content: { create: { bytes: Buffer.from('a') } },
    },
  });
  await prisma.contactExport.create({
    data: { tenantId, id: randomUUID(), contactId: ids.contactId, status: 'failed' },
  });
  await prisma.releasedFile.create({ data: { tenantId, fileId, releasedAt: new Date() } });
  await prisma.keyWrite.create({
    data: { tenantId, writerId: tenantId, position: 1, writtenAt: new Date() },
  });
  await prisma.uploadChunk.create({
    data: { tenantId, uploadId: randomUUID(), startAt: 0, bytes: Buffer.from('a') },
  });
}

/** Adds a webhook, and an event with its deliveries. */
export async function addEvents(prisma: PrismaClient, ids: Ids): Promise<void> {
  const { tenantId, webhookId, eventId, deliveryId, channelId, chatId } = ids;
  await prisma.webhook.create({
    data: {
      tenantId,
      id: webhookId,
      url: 'https://example.com',
      secret: 'whsec_x',
      events: { create: { position: 0, channelIds: [channelId] } },
    },
  });
  await prisma.event.create({
    data: { tenantId, id: eventId, type: 'message.sent', channelId, chatId, data: {} },
  });
  await prisma.delivery.create({
    data: { tenantId, id: deliveryId, eventId, webhookId, eventType: 'message_sent' },
  });
  await prisma.delivery.create({
    data: {
      tenantId,
      id: newId(),
      eventId,
      webhookId,
      eventType: 'message_sent',
      resendOfId: deliveryId,
      status: 'failed',
    },
  });
  await prisma.deliveryAttempt.create({
    data: { tenantId, deliveryId, number: 1, startedAt: new Date(), durationMs: 5 },
  });
}

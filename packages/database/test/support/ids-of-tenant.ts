import { randomUUID } from 'node:crypto';
import { firstIdAt } from '../../src/partitions/partitioned-tables.js';

/** The ids of the rows that other rows refer to. */
export type Ids = ReturnType<typeof createIds>;

export function createIds() {
  return {
    tenantId: randomUUID(),
    channelId: randomUUID(),
    contactId: randomUUID(),
    handleId: randomUUID(),
    labelId: randomUUID(),
    attributeId: randomUUID(),
    userId: randomUUID(),
    teamId: randomUUID(),
    segmentId: randomUUID(),
    mergedContactId: randomUUID(),
    chatId: randomUUID(),
    noteId: randomUUID(),
    messageId: randomUUID(),
    messageTemplateId: randomUUID(),
    automationId: randomUUID(),
    versionId: randomUUID(),
    runId: randomUUID(),
    campaignId: randomUUID(),
    recipientId: randomUUID(),
    occurrenceId: randomUUID(),
    sendId: randomUUID(),
    fileId: randomUUID(),
    webhookId: randomUUID(),
    eventId: newId(),
    deliveryId: newId(),
  };
}

/** Creates a UUID v7: its time decides the partition. */
export function newId(): string {
  return `${firstIdAt(new Date()).slice(0, 14)}7${randomUUID().slice(15)}`;
}

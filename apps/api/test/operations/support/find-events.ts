import type { Database } from '@parley/database';
import { storedEvent } from '@parley/testkit';
import { findJobs } from './find-jobs.js';

export interface RecordedEvent {
  readonly type: string;
  readonly data: unknown;
  /** The webhooks that the event is delivered to, each with the delivered type. */
  readonly deliveries: Readonly<Record<string, string>>;
}

/** Finds the events about a chat or a contact, oldest first. Fails if a delivery has no job. */
export async function findEvents(
  database: Database,
  about: { readonly chatId: string } | { readonly contactId: string },
): Promise<RecordedEvent[]> {
  const { prisma } = database;
  const events = await prisma.event.findMany({ where: about, orderBy: { id: 'asc' } });
  const stored = await prisma.delivery.findMany({ where: { eventId: { in: events.map(({ id }) => id) } } });
  for (const { id, status } of stored) {
    const jobs = await findJobs(database, 'deliver-event', id);
    if (status !== 'pending' || jobs.length !== 1) throw new Error(`Delivery ${id} has ${jobs.length} jobs.`);
  }
  return events.map((event) => ({
    type: event.type,
    data: event.data,
    deliveries: Object.fromEntries(
      stored
        .filter(({ eventId }) => eventId === event.id)
        .map(({ webhookId, eventType }) => [webhookId, storedEvent(eventType)]),
    ),
  }));
}

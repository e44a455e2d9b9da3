import type { Database } from '@parley/database';
import { storedEvent } from '@parley/testkit';
import { findJobs } from './find-jobs.js';

export interface RecordedEvent {
  readonly type: string;
  readonly data: unknown;
  /** The webhooks that the event is delivered to, each with the delivered type. */
  readonly deliveries: Readonly<Record<string, string>>;
}

/** The events about a chat or a contact, oldest first. Fails if a delivery has no job. */
export async function findEvents(
  database: Database,
  about: { readonly chatId: string } | { readonly contactId: string },
): Promise<RecordedEvent[]> {
  const events = await database.prisma.event.findMany({
    where: about,
    orderBy: { id: 'asc' },
    include: { deliveries: true },
  });
  for (const { id, status } of events.flatMap(({ deliveries }) => deliveries)) {
    const jobs = await findJobs(database, 'deliver-event', id);
    if (status !== 'pending' || jobs.length !== 1) throw new Error(`Delivery ${id} has ${jobs.length} jobs.`);
  }
  return events.map(({ type, data, deliveries }) => ({
    type,
    data,
    deliveries: Object.fromEntries(
      deliveries.map(({ webhookId, eventType }) => [webhookId, storedEvent(eventType)]),
    ),
  }));
}

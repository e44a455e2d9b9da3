import { makeEvents } from './events.js';
import { demoTenantId } from './ids.js';
import { type Client, insertRows } from './insert-rows.js';
import { shiftTimes } from './shift-times.js';

/**
 * Adds the events of the demo, in a transaction. The workers create the partitions for events: where none has run for weeks,
 * the demo has no events.
 */
export async function insertEvents(client: Client, now: Date): Promise<void> {
  const events = makeEvents(now).map((event) => ({ ...shiftTimes(event, now), tenantId: demoTenantId }));
  await client.query('savepoint events');
  try {
    await insertRows(client, 'events', events);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === noPartition)) throw error;
    await client.query('rollback to savepoint events');
  }
}

/** PostgreSQL reports a row without a partition as a check violation. */
const noPartition = '23514';

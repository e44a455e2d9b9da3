import { type Database, statement } from '@parley/database';

/** Finds the event of a delivery whose job does not name it, because an earlier release added the job. */
export async function findEventOfDelivery(
  { sql }: Pick<Database, 'sql'>,
  { tenantId, deliveryId }: { tenantId: string; deliveryId: string },
): Promise<string | undefined> {
  const [row] = await sql(find, [tenantId, deliveryId]);
  return row?.eventId;
}

const find = statement<{ eventId: string }>(
  'find-event-of-delivery',
  'select event_id as "eventId" from deliveries where tenant_id = $1::uuid and id = $2::uuid',
);

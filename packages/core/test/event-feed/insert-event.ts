import type pg from 'pg';
import { newId } from '../../src/index.js';

export interface InsertedEvent {
  readonly tenantId: string;
  readonly id: string;
  readonly type?: string;
  readonly data?: object;
}

/** Records an event about some contact, within the transaction of the client. */
export async function insertEvent(
  client: Pick<pg.PoolClient, 'query'>,
  { tenantId, id, type = 'chat.updated', data = {} }: InsertedEvent,
): Promise<void> {
  await client.query(
    `insert into events (tenant_id, id, type, contact_id, data) values ($1, $2, $3, $4, $5)`,
    [tenantId, id, type, newId(), JSON.stringify(data)],
  );
}

import { describe, expect, jest, test } from '@jest/globals';
import {
  eraseContact,
  getErasure,
  newId,
  receiveMessage,
  sendMessage,
  startContactExport,
} from '@parley/core';
import { contextOf, createContact, createTenant, createWorld, type World } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { receivedMessage } from '../../../../packages/core/test/messages/received-message.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const inTenant = (tenantId: string) => contextOf(running.database, tenantId);

test('an erasure waits while bytes are in an object storage that the worker does not know, and a warning names the setting', async () => {
  const { database } = running;
  const context = inTenant((await createTenant(database)).id);
  const contact = await createContact(database, context.tenantId);
  const key = `${context.tenantId}/${newId()}`;
  await database.prisma.looseObject.create({ data: { key, isLeaving: true, removeAt: new Date() } });
  await eraseContact(context, contact.id);
  const isWarning = (line: string) => line.includes(contact.id) && line.includes('Set FILES_URL');
  await waitUntil(async () => running.logs.some(isWarning));
  expect(await stateOf(context, contact.id)).toBe('running');
  expect(await database.prisma.looseObject.count({ where: { key } })).toBe(1);
  expect(await database.prisma.deadJob.count()).toBe(0);
});

describe('while long jobs of one tenant wait for a lock', () => {
  test('the message of another tenant is sent, and its contact is erased', async () => {
    const { database } = running;
    const busy = inTenant((await createTenant(database)).id);
    const people = await Promise.all(Array.from({ length: 12 }, () => createPerson(busy.tenantId)));
    const other = await createWorld(database);
    await inTransaction(async (query) => {
      await query('select from events where tenant_id = $1 for update', [busy.tenantId]);
      for (const id of people) await eraseContact(busy, id);
      await waitUntil(async () => (await countWaiting()) >= 7);
      await sendUntilRead(other);
      const erased = await createPerson(other.tenant.id);
      await eraseContact(inTenant(other.tenant.id), erased);
      await waitUntil(async () => (await stateOf(inTenant(other.tenant.id), erased)) === 'completed');
      expect(await countWaiting()).toBe(7);
    });
    for (const id of people) await waitUntil(async () => (await stateOf(busy, id)) === 'completed');
  });

  test('one contact of each of two tenants is exported at a time, and the message of another tenant is sent', async () => {
    const { database } = running;
    const [busy, second, other] = [
      await createWorld(database),
      await createWorld(database),
      await createWorld(database),
    ];
    const exportOf = ({ tenant, contact }: World) => startContactExport(inTenant(tenant.id), contact.id);
    const pending = () => database.prisma.contactExport.count({ where: { status: 'pending' } });
    await inTransaction(async (query) => {
      // Of all jobs of this test, only exports read this table.
      await query('lock table chat_notes in access exclusive mode');
      for (const _ of Array(10).keys()) await exportOf(busy);
      await exportOf(second);
      await waitUntil(async () => (await countWaiting()) >= 2);
      await sendUntilRead(other);
      expect(await countWaiting()).toBe(2);
    });
    await waitUntil(async () => (await pending()) === 0);
  });
});

/** Creates a contact and an event about it. */
async function createPerson(tenantId: string): Promise<string> {
  const { id: contactId } = await createContact(running.database, tenantId);
  await running.database.prisma.event.create({
    data: { tenantId, id: newId(), type: 'contact.updated', contactId, data: {} },
  });
  return contactId;
}

/** Sends a message to the sandbox, and waits until it is read. */
async function sendUntilRead({ tenant, channel }: World): Promise<void> {
  const context = inTenant(tenant.id);
  const item = receivedMessage({ text: 'Hello', timestamp: new Date() });
  const received = await receiveMessage(context, { channelId: channel.id, item });
  const to = { chatId: received?.chatId ?? '' };
  const { id } = await sendMessage(context, { to, text: 'Hello', publicUrl: 'https://parley.example' });
  const read = () => running.database.prisma.message.findFirstOrThrow({ where: { id } });
  await waitUntil(async () => (await read()).status === 'read');
}

async function stateOf(context: ReturnType<typeof inTenant>, contactId: string): Promise<string> {
  return (await getErasure(context, contactId)).state;
}

/** Counts the sessions that wait for the transaction of the test; others may wait for one another for a moment. */
async function countWaiting(): Promise<number> {
  const { rows } = await running.database.pool.query(
    `select from pg_stat_activity waiting where datname = current_database() and exists (
       select from pg_stat_activity holder
       where holder.pid = any (pg_blocking_pids(waiting.pid)) and holder.state = 'idle in transaction')`,
  );
  return rows.length;
}

async function inTransaction(
  work: (query: (text: string, values?: string[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = await running.database.pool.connect();
  try {
    await client.query('begin');
    await work((text, values) => client.query(text, values));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Database, openDatabase } from '@parley/database';
import { getContactExport, newId, startContactExport, writeContactExport } from '../src/index.js';
import { createSignal } from './create-signal.js';
import { insertEvent } from './event-feed/insert-event.js';
import { createReader } from './event-feed/read-feed.js';
import { createContext } from './test-context.js';
import { createFile, createMessage, createTenant, createWorld, testKeys, type World } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

test('an export of several chunks that takes long delays the feed of no workspace', async () => {
  const { context, exportId, get, world } = await prepare();
  const slow = await attachSlowFile(world);
  const exporting = writeContactExport({ ...context, database: slow.database }, exportId);
  exporting.catch(() => undefined);
  await slow.isReading;
  const { id: tenantId } = await createTenant(worlds.database);
  const eventId = newId();
  await insertEvent(worlds.database.pool, { tenantId, id: eventId });
  const reader = createReader(createContext(worlds.database, tenantId));
  expect(await reader.pollUntil(1)).toMatchObject([{ id: eventId }]);
  const where = { tenantId: context.tenantId };
  expect(await worlds.database.prisma.uploadChunk.count({ where })).toBeGreaterThan(0);
  slow.release();
  await exporting;
  expect((await get()).status).toBe('completed');
  expect(await worlds.database.prisma.uploadChunk.count({ where })).toBe(0);
}, 60_000);

test.each([2, 3, 4])(
  'ten exports of several chunks succeed in a pool of %d, and other statements get a connection meanwhile',
  async (poolSize) => {
    const database = openDatabase({ url: worlds.url, keys: testKeys, poolSize });
    try {
      const prepared = await Promise.all(Array.from({ length: 10 }, prepare));
      let running = prepared.length;
      const exporting = prepared.map(({ context, exportId }) =>
        writeContactExport({ ...context, database }, exportId).finally(() => {
          running -= 1;
        }),
      );
      const all = Promise.all(exporting);
      all.catch(() => undefined);
      let statements = 0;
      for (; running > 0; statements += 1) await database.pool.query('select 1');
      await all;
      expect(statements).toBeGreaterThan(10);
      for (const { get } of prepared) expect((await get()).status).toBe('completed');
    } finally {
      await database.close();
    }
  },
  60_000,
);

/** A contact whose export has several chunks. */
async function prepare() {
  const { database } = worlds;
  const world = await createWorld(database);
  const context = createContext(database, world.tenant.id);
  const metadata = { text: randomBytes(400_000).toString('base64') };
  const where = { tenantId_id: { tenantId: context.tenantId, id: world.contact.id } };
  await database.prisma.contact.update({ where, data: { metadata } });
  const { id: exportId } = await startContactExport(context, world.contact.id);
  const get = () => getContactExport(context, { contactId: world.contact.id, exportId });
  return { world, context, exportId, get };
}

/** Adds a file to a message of the contact. It is in an object storage that responds only when it is released. */
async function attachSlowFile({ tenant, chat }: World) {
  const bytes = new TextEncoder().encode('a slow file');
  const place = { store: 's3', objectKey: `${tenant.id}/${newId()}` } as const;
  const { id: fileId } = await createFile(worlds.database, tenant.id, { bytes });
  await worlds.database.prisma.file.updateMany({ where: { id: fileId }, data: place });
  const attachment = { type: 'document', name: 'a', contentType: 'text/plain', size: bytes.length, fileId };
  await createMessage(worlds.database, chat, { attachments: [attachment] });
  const [isReading, startReading] = createSignal();
  const [released, release] = createSignal();
  const unused = () => Promise.reject(new Error('The export only reads the object'));
  const read = async () => {
    startReading();
    await released;
    return Buffer.from(bytes);
  };
  const objects = { read, put: unused, remove: unused, close: () => undefined };
  const database: Database = { ...worlds.database, files: { ...worlds.database.files, objects } };
  return { database, isReading, release };
}

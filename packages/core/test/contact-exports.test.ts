import { describe, expect, test } from '@jest/globals';
import { fillTenant } from '../../database/test/support/fill-tenant.js';
import { listPersonTables } from '../src/contact-exports/person-tables.js';
import { readPerson } from '../src/contact-exports/read-person.js';
import {
  contacts,
  deleteById,
  expire,
  failContactExport,
  getContactExport,
  startContactExport,
  writeContactExport,
} from '../src/index.js';
import { setTenantLimit } from '../src/tenants/administer-tenants.js';
import { createContext } from './test-context.js';
import { createAutomationRun, createFile, createWorld } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const { database, prisma, sizes } = useWorlds();

async function prepare() {
  const world = await createWorld(database);
  const context = createContext(database, world.tenant.id);
  const { id: exportId } = await startContactExport(context, world.contact.id);
  const get = () => getContactExport(context, { contactId: world.contact.id, exportId });
  const countFiles = () => prisma.file.count({ where: { tenantId: world.tenant.id } });
  return { world, context, exportId, get, countFiles };
}

test('every table from which the deletion of a contact deletes rows is exported, except the words of messages', async () => {
  const { tenantId, contactId } = await fillTenant(prisma);
  const exported = new Set<string>();
  for await (const line of readPerson(database, { tenantId, contactId, sizes: sizes }))
    exported.add(JSON.parse(line).table);
  const names = (await listPersonTables(database.sql)).map(({ name }) => name);
  expect(names).toHaveLength(16);
  const missing = names.filter((name) => name !== 'events' && !exported.has(name));
  expect(missing).toEqual(['message_words']);
});

test('the rows of a table are in the order of its own primary key', async () => {
  const tables = await listPersonTables(database.sql);
  const keys = new Map(tables.map(({ name, primaryKey }) => [name, primaryKey]));
  expect(keys.get('contacts')).toEqual(['tenant_id', 'id']);
  expect(keys.get('contact_labels')).toEqual(['tenant_id', 'contact_id', 'label_id']);
});

test('the files of runs are exported like those of messages', async () => {
  const { tenant, contact, automation } = await createWorld(database);
  const { id: mediaFileId } = await createFile(database, tenant.id);
  await createAutomationRun(database, automation, { contactId: contact.id, mediaFileId });
  const exported: string[] = [];
  for await (const line of readPerson(database, {
    tenantId: tenant.id,
    contactId: contact.id,
    sizes: sizes,
  })) {
    const { kind, id } = JSON.parse(line);
    if (kind === 'file') exported.push(id);
  }
  expect(exported).toEqual([mediaFileId]);
});

describe('writeContactExport', () => {
  test('a job that runs twice writes one result', async () => {
    const { context, exportId, get, countFiles } = await prepare();
    const before = await countFiles();
    await writeContactExport(context, exportId);
    const completed = await get();
    await writeContactExport(context, exportId);
    await failContactExport(context, exportId, 'internal_error');
    expect(await get()).toEqual(completed);
    expect(completed.status).toBe('completed');
    expect(await countFiles()).toBe(before + 1);
  });

  test('two jobs at once write one result', async () => {
    const { context, exportId, get, countFiles } = await prepare();
    const before = await countFiles();
    const write = () => writeContactExport(context, exportId);
    await Promise.all([write(), write(), write()]);
    expect((await get()).status).toBe('completed');
    expect(await countFiles()).toBe(before + 1);
  });

  test('fails when the workspace has no room for the result, and leaves no chunk behind', async () => {
    const { world, context, exportId, get, countFiles } = await prepare();
    const before = await countFiles();
    await setTenantLimit(database, { tenant: world.tenant.id, limit: 'storedBytes', value: 10 });
    await writeContactExport(context, exportId);
    expect(await get()).toMatchObject({ status: 'failed', errorCode: 'stored_bytes_limit_reached' });
    expect(await countFiles()).toBe(before);
    expect(await prisma.uploadChunk.count({ where: { tenantId: world.tenant.id } })).toBe(0);
  });
});

describe('the result is deleted', () => {
  test('a day after the export was started, and not before', async () => {
    const { context, exportId, get, countFiles } = await prepare();
    const before = await countFiles();
    await writeContactExport(context, exportId);
    const startedAt = context.now().getTime();
    await expire(database, new Date(startedAt + 24 * 60 * 60 * 1_000), sizes);
    expect((await get()).status).toBe('completed');
    await expire(database, new Date(startedAt + 24 * 60 * 60 * 1_000 + 1), sizes);
    await expect(get()).rejects.toThrow('contact_export_not_found');
    expect(await countFiles()).toBe(before);
  });

  test('with the contact', async () => {
    const { world, context, exportId, countFiles } = await prepare();
    const before = await countFiles();
    await writeContactExport(context, exportId);
    expect(await countFiles()).toBe(before + 1);
    await deleteById(context, contacts, world.contact.id);
    expect(await countFiles()).toBe(before);
  });
});

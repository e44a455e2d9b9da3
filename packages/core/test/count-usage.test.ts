import { expect, test } from '@jest/globals';
import { foldStoredBytes } from '../src/index.js';
import { createFile } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

const changesOf = (tenantId: string) =>
  worlds.database.pool
    .query<{ bytes: string }>('select bytes from stored_byte_changes where tenant_id = $1', [tenantId])
    .then(({ rows }) => rows.map(({ bytes }) => Number(bytes)));

const storedBytesOf = async (tenantId: string) => {
  const stored = await worlds.database.prisma.file.aggregate({ where: { tenantId }, _sum: { size: true } });
  return stored._sum.size ?? 0;
};

test('combining the changes leaves one row for each tenant, with the bytes of its files', async () => {
  const { database, own, other } = worlds;
  const tenantId = own.tenant.id;
  const files = [];
  for (let count = 0; count < 3; count += 1) files.push(await createFile(database, tenantId));
  await database.prisma.file.deleteMany({ where: { id: files[0]?.id ?? '' } });
  expect((await changesOf(tenantId)).length).toBeGreaterThan(3);
  await foldStoredBytes(database);
  for (const id of [tenantId, other.tenant.id])
    expect(await changesOf(id)).toEqual([await storedBytesOf(id)]);
});

test('a change that another transaction has locked is neither lost nor counted twice', async () => {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  await createFile(database, tenantId);
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from stored_byte_changes where tenant_id = $1 limit 1 for update', [tenantId]);
    await createFile(database, tenantId);
    await foldStoredBytes(database);
    const sum = (await changesOf(tenantId)).reduce((total, bytes) => total + bytes, 0);
    expect(sum).toBe(await storedBytesOf(tenantId));
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await Promise.all([foldStoredBytes(database), foldStoredBytes(database)]);
  await foldStoredBytes(database);
  expect(await changesOf(tenantId)).toEqual([await storedBytesOf(tenantId)]);
});

import { expect, test } from '@jest/globals';
import { removeExpired } from '../../src/index.js';
import { createFile, createMessageTemplate } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, prisma, own, sizes } = useWorlds();

const day = 24 * 60 * 60 * 1_000;
const start = Date.now();
const inDays = (days: number) => new Date(start + days * day);

async function countReleases(fileId: string): Promise<number> {
  return prisma.releasedFile.count({ where: { fileId } });
}

/** Notes a release per day, as messages with the file do that expire one after another. */
async function createReleasedFile(): Promise<string> {
  const tenantId = own.tenant.id;
  const { id: fileId } = await createFile(database, tenantId);
  const days = Array.from({ length: 30 }, (_, index) => ({
    tenantId,
    fileId,
    releasedAt: inDays(index),
    contactId: own.contact.id,
  }));
  await prisma.releasedFile.createMany({ data: days });
  return fileId;
}

test('the releases of a file that something refers to end after seven days, also while it is released every day', async () => {
  const fileId = await createReleasedFile();
  await createMessageTemplate(database, own.tenant.id, { mediaFileId: fileId });
  await removeExpired(database, inDays(29), sizes);
  expect(await countReleases(fileId)).toBe(8);
  await removeExpired(database, inDays(60), sizes);
  expect(await countReleases(fileId)).toBe(0);
  expect(await prisma.file.count({ where: { id: fileId } })).toBe(1);
});

test('the releases of a file that nothing refers to are kept until it is removed: an erasure finds the file by them', async () => {
  const fileId = await createReleasedFile();
  await removeExpired(database, inDays(29), sizes);
  expect(await countReleases(fileId)).toBe(30);
  expect((await removeExpired(database, inDays(60), sizes)).releasedFiles).toBe(1);
  expect(await countReleases(fileId)).toBe(0);
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Context, openFiles, removeLooseObjects } from '@parley/core';
import { moveFiles } from '@parley/core/administration';
import { contextOf, createFile, createTenant } from '@parley/testkit';
import { useObjectStorage } from '../../files/test/support/use-object-storage.js';
import { useResource, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { defaultSizes as sizes } from '../src/index.js';

const { storage, database } = useObjectStorage(useTestDatabase());
const now = () => new Date();
const context: Context = useResource(async () => {
  const { id: tenantId } = await createTenant(database);
  return contextOf(database, tenantId, now);
});

describe('moveFiles', () => {
  const bytes = randomBytes(2_500_000);

  it.each(['s3', 'postgres'] as const)('to %s: a reader that has begun gets every byte', async (to) => {
    const { database, tenantId } = context;
    if (to === 's3') await createFile(database, tenantId, { bytes });
    const { id } = await database.prisma.file.findFirstOrThrow({ where: { tenantId } });
    const file = (await openFiles(context, [id])).get(id);
    const read: Buffer[] = [];
    for await (const chunk of file?.readChunks() ?? []) {
      if (read.length === 1)
        expect(await moveFiles(database, { to, now, sizes })).toMatchObject({ files: 1 });
      read.push(chunk);
    }
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
    expect(await database.prisma.file.findFirstOrThrow({ where: { id } })).toMatchObject({ store: to });
  });

  it('a file is read in parts of one mebibyte; its checksum is compared after the last one, even if that is one byte', async () => {
    const { database, tenantId } = context;
    await database.prisma.file.deleteMany({ where: { tenantId } });
    const { id } = await createFile(database, tenantId, { bytes: bytes.subarray(0, 1_048_577) });
    await moveFiles(database, { to: 's3', now, sizes });
    const file = (await openFiles(context, [id])).get(id);
    const lengths: number[] = [];
    for await (const chunk of file?.readChunks() ?? []) lengths.push(chunk.length);
    expect(lengths).toEqual([1_048_576, 1]);
  });

  it('a copy whose removal has begun does not become the object of the file', async () => {
    const { database, tenantId } = context;
    await database.prisma.file.deleteMany({ where: { tenantId } });
    const { id } = await createFile(database, tenantId, { bytes });
    const held = storage.holdPut('after');
    const moving = moveFiles(database, { to: 's3', now, sizes });
    await held.held;
    // The move took so long that the maintenance removes the copy.
    const { count } = await database.prisma.looseObject.updateMany({ data: { isLeaving: true } });
    held.release();
    expect((await moving).failures).toMatchObject([{ fileId: id }]);
    expect(await database.prisma.looseObject.count()).toBe(count);
    expect(await database.prisma.file.findFirstOrThrow({ where: { id } })).toMatchObject({
      store: 'postgres',
    });
    expect(await database.prisma.fileContent.count({ where: { fileId: id } })).toBeGreaterThan(0);
    await database.prisma.looseObject.deleteMany();
  });

  describe('a file that is deleted during the move stays deleted, and its copy is removed', () => {
    it('to the object storage', async () => {
      const { database, tenantId } = context;
      await database.prisma.file.deleteMany({ where: { tenantId } });
      const { id } = await createFile(database, tenantId, { bytes });
      const before = await storage.listKeys();
      const held = storage.holdPut('after');
      const moving = moveFiles(database, { to: 's3', now, sizes });
      await held.held;
      await database.prisma.file.deleteMany({ where: { id } });
      held.release();
      expect(await moving).toEqual({ files: 0, bytes: 0, failures: [] });
      expect(await database.prisma.looseObject.count({ where: { isLeaving: false } })).toBe(0);
      expect(await removeLooseObjects(database, now(), sizes)).toBeGreaterThan(0);
      expect(before).toEqual(expect.arrayContaining(await storage.listKeys()));
    });

    it.each(['before', 'during'] as const)('to PostgreSQL, %s the last read', async (moment) => {
      const { database, tenantId } = context;
      await createFile(database, tenantId, { bytes });
      await moveFiles(database, { to: 's3', now, sizes });
      const { files } = database;
      const { objects } = files;
      if (objects === undefined) throw new Error('There is no object storage');
      const reading = {
        put: objects.put.bind(objects),
        remove: objects.remove.bind(objects),
        close: () => undefined,
        async read(...request: Parameters<typeof objects.read>) {
          const chunk = await objects.read(...request);
          if (request[1].end < bytes.length - 1) return chunk;
          await database.prisma.file.deleteMany({ where: { tenantId } });
          return moment === 'before' ? chunk : undefined;
        },
      };
      const watched = { ...database, files: { ...files, objects: reading } };
      const moved = await moveFiles(watched, { to: 'postgres', now, sizes });
      expect(moved).toMatchObject({ files: 0, failures: moment === 'before' ? [] : [{}] });
      expect(await database.prisma.uploadChunk.count()).toBe(0);
      expect(await database.prisma.fileContent.count()).toBe(0);
    });
  });
});

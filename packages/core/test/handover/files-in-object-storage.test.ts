import { describe, expect, test } from '@jest/globals';
import { moveFiles } from '@parley/core/administration';
import { useObjectStorage } from '../../../files/test/support/use-object-storage.js';
import { hashInChunks } from '../../src/files/hash-in-chunks.js';
import { removeLeavingObjects } from '../../src/files/remove-leaving-objects.js';
import { deleteWorkspace, exportWorkspace, importWorkspace } from '../../src/handover/index.js';
import { createFile, deleteFile, newId, removeLooseObjects, defaultSizes as sizes } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { MemoryExport } from './memory-export.js';
import { useInstallations } from './use-installations.js';

const installations = useInstallations();
const now = () => new Date();
const { storage, database } = useObjectStorage(installations);

/** A tenant with a file of each content. */
async function createTenantWithFiles(...contents: readonly Buffer[]) {
  const { id: tenantId } = await createTenant(database);
  const context = { ...createContext(database, tenantId), now };
  const fileIds: string[] = [];
  for (const content of contents) {
    const checksum = await hashInChunks(content);
    const file = { name: 'a.txt', contentType: 'text/plain', content, checksum };
    fileIds.push((await createFile(context, file)).id);
  }
  const remove = async (fileId: string) => {
    expect(await deleteFile(context, fileId)).toMatchObject({ deletedIds: [fileId] });
    await removeLeavingObjects(database, tenantId, sizes);
  };
  return { tenantId, fileIds, remove };
}

/** Calls a function before the bytes of the first file are read. The rows are written then. */
class InterruptedExport extends MemoryExport {
  readonly #interrupt: () => Promise<unknown>;

  constructor(interrupt: () => Promise<unknown>) {
    super();
    this.#interrupt = interrupt;
  }

  override async writeFile(fileId: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    if (this.files.size === 0) await this.#interrupt();
    return super.writeFile(fileId, chunks);
  }
}

const content = Buffer.from('the same bytes');

test('a file that moves to the database during the export is exported with its bytes', async () => {
  const { tenantId, fileIds } = await createTenantWithFiles(content);
  const exported = new InterruptedExport(async () => {
    await moveFiles(database, { to: 'postgres', now, sizes });
    await removeLeavingObjects(database, tenantId, sizes);
    expect((await storage.listKeys()).filter((key) => key.includes(tenantId))).toEqual([]);
  });
  expect(await exportWorkspace(database, exported, { tenant: tenantId, sizes })).toMatchObject({
    files: 1,
    missingFiles: 0,
  });
  expect(exported.files.get(fileIds[0] ?? '')).toEqual(content);
});

describe('a file that is deleted during the export', () => {
  const other = Buffer.from('other bytes');

  test('is left out, a line names it, and the import deletes its row and stores the others', async () => {
    const { tenantId, fileIds, remove } = await createTenantWithFiles(content, other);
    const [gone = '', kept = ''] = fileIds;
    let isRemoved = false;
    const exported = new InterruptedExport(async () => {
      if (!isRemoved) await remove(gone);
      isRemoved = true;
    });
    const result = await exportWorkspace(database, exported, { tenant: tenantId, sizes });
    expect(result).toMatchObject({ files: 1, missingFiles: 1, lines: exported.lines.length - 1 });
    expect([...exported.files]).toEqual([[kept, other]]);
    expect(exported.rowsOf('files').map(({ id }) => id)).toEqual(fileIds);
    expect(exported.lines.at(-2)).toBe(JSON.stringify({ kind: 'missing_file', fileId: gone }));
    const { empty } = installations;
    expect(await importWorkspace(empty, exported, { sizes })).toMatchObject({ files: 1, missingFiles: 1 });
    const imported = await empty.prisma.file.findMany({ where: { tenantId } });
    expect(imported.map(({ id }) => id)).toEqual([kept]);
    const again = new MemoryExport();
    expect(await exportWorkspace(empty, again, { tenant: tenantId, sizes })).toMatchObject({
      missingFiles: 0,
    });
    expect([...again.files]).toEqual([[kept, other]]);
  });

  test('is left out completely when some of its bytes were already read', async () => {
    // The object storage returns it in two parts.
    const { tenantId, fileIds, remove } = await createTenantWithFiles(Buffer.alloc(1_500_000, 'a'));
    const exported = new (class extends MemoryExport {
      override writeFile(fileId: string, chunks: AsyncIterable<Buffer>): Promise<void> {
        return super.writeFile(fileId, interrupt(chunks));
      }
    })();
    async function* interrupt(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield chunk;
        await remove(fileIds[0] ?? '');
      }
    }
    expect(await exportWorkspace(database, exported, { tenant: tenantId, sizes })).toMatchObject({
      files: 0,
      missingFiles: 1,
    });
    expect(exported.files.size).toBe(0);
  });

  test('bytes that are missing although the file exists still fail the export', async () => {
    const { tenantId } = await createTenantWithFiles(content);
    const where = { tenantId };
    await database.prisma.file.updateMany({ where, data: { objectKey: `${tenantId}/${newId()}` } });
    await expect(exportWorkspace(database, new MemoryExport(), { tenant: tenantId, sizes })).rejects.toThrow(
      'are missing',
    );
  });

  test('a line without a valid id is refused', async () => {
    const { tenantId } = await createTenantWithFiles();
    const exported = new MemoryExport();
    await exportWorkspace(database, exported, { tenant: tenantId, sizes });
    exported.lines.splice(-1, 0, JSON.stringify({ kind: 'missing_file', fileId: 'x' }));
    await expect(importWorkspace(installations.empty, exported, { sizes })).rejects.toThrow(
      'A missing file of the export is not valid.',
    );
  });
});

test('a deletion by a process that does not know the object storage leaves the objects to a worker, and says so', async () => {
  const { tenantId } = await createTenantWithFiles(content);
  const ownKeys = async () => (await storage.listKeys()).filter((key) => key.startsWith(tenantId));
  const result = await deleteWorkspace(installations.database, { tenant: tenantId, sizes });
  expect(result).toMatchObject({ areObjectsLeft: true });
  expect(await ownKeys()).toHaveLength(1);
  await removeLeavingObjects(database, tenantId, sizes);
  expect(await ownKeys()).toEqual([]);
  const other = await createTenantWithFiles(content);
  expect(await deleteWorkspace(database, { tenant: other.tenantId, sizes })).toMatchObject({
    areObjectsLeft: false,
  });
});

test('a deletion reports an object that is still arriving; the request that stores it fails, and the object is removed', async () => {
  const { tenantId } = await createTenantWithFiles();
  const context = { ...createContext(database, tenantId), now };
  const held = storage.holdPut('before');
  const file = { name: 'a.txt', contentType: 'text/plain', content, checksum: await hashInChunks(content) };
  const storing = createFile(context, file).catch((error: unknown) => error);
  await held.held;
  expect(await deleteWorkspace(database, { tenant: tenantId, sizes })).toMatchObject({
    areObjectsLeft: true,
  });
  held.release();
  expect(await storing).toBeInstanceOf(Error);
  const ownKeys = async () => (await storage.listKeys()).filter((key) => key.startsWith(tenantId));
  expect(await ownKeys()).toHaveLength(1);
  await removeLooseObjects(database, now(), sizes);
  expect(await ownKeys()).toEqual([]);
});

test('a deletion removes the object of a file that has just moved to the other store', async () => {
  const { tenantId } = await createTenantWithFiles(content);
  await moveFiles(database, { to: 'postgres', now, sizes });
  expect(await deleteWorkspace(database, { tenant: tenantId, sizes })).toMatchObject({
    areObjectsLeft: false,
  });
  expect((await storage.listKeys()).filter((key) => key.startsWith(tenantId))).toEqual([]);
});

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { createFile, deleteFile } from '@parley/core';
import { defaultSizes as sizes } from '@parley/core/administration';
import { type ExportTarget, exportWorkspace, importWorkspace } from '@parley/core/handover';
import { contextOf, createTenant } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { useObjectStorage } from '../../../packages/files/test/support/use-object-storage.js';
import { ExportFolder } from '../src/handover/export-folder.js';
import { ImportFolder } from '../src/handover/import-folder.js';

jest.setTimeout(60_000);

const source = useTestDatabase();
const empty = useTestDatabase();
const { database } = useObjectStorage(source);
const folder = makeTestFolder('export');

/** The object storage returns it in two parts. */
const large = Buffer.alloc(1_500_000, 'a');
const small = Buffer.from('kept');

test.each([
  ['before its bytes are read', 0],
  ['when some of its bytes are written', 1],
])('a file that disappears after it was listed, %s, is left out completely', async (_, chunksBefore) => {
  const { id: tenantId } = await createTenant(database);
  const [gone, kept] = [await addFile(tenantId, large), await addFile(tenantId, small)];
  const to = join(folder, tenantId);
  const target = await ExportFolder.create(to);
  const interrupted = interruptAt(target, {
    fileId: gone,
    chunksBefore,
    interrupt: () => remove(tenantId, gone),
  });
  const exported = await exportWorkspace(database, interrupted, { tenant: tenantId, sizes });
  await target.finish();
  expect(exported).toMatchObject({ files: 1, missingFiles: 1 });
  expect(await readdir(join(to, 'files'))).toEqual([kept]);
  expect(await readFile(join(to, 'files', kept))).toEqual(small);
  const lines = (await readFile(join(to, 'workspace.jsonl'), 'utf8')).split('\n');
  expect(lines).toContain(JSON.stringify({ kind: 'missing_file', fileId: gone }));
  const imported = await importWorkspace(empty.database, await ImportFolder.open(to), { sizes });
  expect(imported).toMatchObject({ files: 1, missingFiles: 1 });
});

async function addFile(tenantId: string, content: Buffer): Promise<string> {
  const checksum = createHash('sha256').update(content).digest('hex');
  const file = { name: 'a.txt', contentType: 'text/plain', content, checksum };
  return (await createFile(contextOf(database, tenantId), file)).id;
}

/** Deletes the file and its object, as maintenance would. */
async function remove(tenantId: string, fileId: string): Promise<void> {
  const { objectKey } = await database.prisma.file.findFirstOrThrow({ where: { id: fileId } });
  await deleteFile(contextOf(database, tenantId), fileId);
  await database.files.objects?.remove(objectKey ?? '');
}

interface Interruption {
  readonly fileId: string;
  /** The number of chunks of the file that are written before. */
  readonly chunksBefore: number;
  readonly interrupt: () => Promise<void>;
}

function interruptAt(target: ExportTarget, { fileId, chunksBefore, interrupt }: Interruption): ExportTarget {
  return {
    writeLine: (line) => target.writeLine(line),
    writeDataKey: (key) => target.writeDataKey(key),
    writeFile: (id, chunks) => target.writeFile(id, id === fileId ? interrupting(chunks) : chunks),
  };
  async function* interrupting(chunks: AsyncIterable<Buffer>) {
    let count = 0;
    if (chunksBefore === 0) await interrupt();
    for await (const chunk of chunks) {
      yield chunk;
      count += 1;
      if (count === chunksBefore) await interrupt();
    }
  }
}

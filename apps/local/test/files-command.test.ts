import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parseFilesUrl } from '@parley/config/files-url';
import { openFiles, removeLooseObjects } from '@parley/core';
import type { Database } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { createFile, createTenant, createTestDatabase, type TestDatabase } from '@parley/testkit';
import { startObjectStorage, type TestObjectStorage } from '@parley/testkit/object-storage';
import { runProgram, startProgram } from './support/run-program.js';

// Each command is a process of its own, which takes a while on a busy machine.
jest.setTimeout(120_000);

let target: TestDatabase;
let storage: TestObjectStorage;
let database: Database;
let checksums: ReadonlyMap<string, string>;
let tenantId: string;

beforeAll(async () => {
  target = await createTestDatabase();
  storage = await startObjectStorage();
  const files = await openFileStorage({ objectStorage: parseFilesUrl(storage.url), filesStore: 's3' });
  database = { ...target.database, files };
  tenantId = (await createTenant(database)).id;
  const sizes = [10, 262_144, 700_000, 1, 3_000_000, 20_000];
  const stored = [];
  for (const size of sizes) stored.push(await createFile(database, tenantId, { bytes: randomBytes(size) }));
  checksums = new Map(stored.map(({ id, checksum }) => [id, checksum]));
});
afterAll(async () => {
  database.files.objects?.close();
  await storage.stop();
  await target.close();
});

const environment = () => ({ DATABASE_URL: target.url, FILES_URL: storage.url });
const run = (...args: string[]) => runProgram('cli/files', args, environment());
const counts = async () => {
  const groups = await database.prisma.file.groupBy({ by: ['store'], _count: true });
  return Object.fromEntries(groups.map(({ store, _count }) => [store, _count]));
};

/** Expects that all bytes of every file can be read, whichever store they are in. */
async function expectAllReadable(): Promise<void> {
  const opened = await openFiles({ database, tenantId, now: () => new Date() }, [...checksums.keys()]);
  expect(opened.size).toBe(checksums.size);
  for (const [id, file] of opened) {
    const hash = createHash('sha256');
    for await (const chunk of file.readChunks()) hash.update(chunk);
    expect(hash.digest('hex')).toBe(checksums.get(id));
  }
}

describe('files', () => {
  it('move loses no file when it is killed in the middle, and moves the rest when it is started again', async () => {
    const held = storage.holdPut('after');
    const first = startProgram('cli/files', ['move', '--to', 's3'], environment());
    const ended = once(first, 'exit');
    await held.held;
    first.kill('SIGKILL');
    await ended;
    held.release();
    await expectAllReadable();
    const { stdout, code } = await run('move', '--to', 's3');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Moved (\d) of \1 files \([\d.]+ MB of [\d.]+ MB\) to s3\.\n$/);
    expect(await counts()).toEqual({ s3: checksums.size });
    expect(await database.prisma.fileContent.count()).toBe(0);
    await expectAllReadable();
    expect((await storage.listKeys()).length).toBeGreaterThan(checksums.size);
    await removeLooseObjects(database, new Date(Date.now() + 61 * 60 * 1_000));
    expect(await storage.listKeys()).toHaveLength(checksums.size);
  });

  it('status shows what each store has; moving the files back leaves no object', async () => {
    const table = /^STORE +FILES +BYTES\npostgres +0 +0 bytes\ns3 +6 +4\.0 MB\n\nLoose objects: 0\n$/;
    expect((await run('status')).stdout).toMatch(table);
    const { code, stdout, stderr } = await run('move', '--to', 'postgres');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Moved 6 of 6 files (4.0 MB of 4.0 MB) to postgres.\n',
    });
    expect(stderr).toContain('Moved 4 of 6 files');
    expect(await counts()).toEqual({ postgres: 6 });
    await expectAllReadable();
    expect(await storage.listKeys()).toHaveLength(6);
    await removeLooseObjects(database, new Date(Date.now() + 11 * 60 * 1_000));
    expect(await storage.listKeys()).toEqual([]);
    expect(await database.prisma.uploadChunk.count()).toBe(0);
  });

  it('move leaves a file with wrong bytes where it is, prints it and exits with 1', async () => {
    const [id = ''] = checksums.keys();
    await database.pool.query(
      `update file_contents set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1) where file_id = $1`,
      [id],
    );
    const { code, stderr } = await run('move', '--to', 's3');
    expect(code).toBe(1);
    expect(stderr).toContain(`  ${id}: The checksum of the file ${id} does not match its bytes\n`);
    expect(await counts()).toEqual({ postgres: 1, s3: 5 });
  });

  it('refuses a command line or FILES_URL that is not valid, with one line', async () => {
    expect(await runProgram('cli/files', ['--help'], {})).toMatchObject({ code: 0 });
    expect((await run('move', '--to', 'disk')).stderr).toMatch(
      /^--to must be postgres or s3, not "disk"\.\n/,
    );
    expect((await run('move')).code).toBe(2);
    const { code, stderr } = await runProgram('cli/files', ['move', '--to', 's3'], { FILES_URL: 'http://x' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'FILES_URL must be a URL like s3://bucket, with a prefix as its path, and endpoint, region and pathStyle as parameters.\n',
    });
  });
});

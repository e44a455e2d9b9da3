import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type Context, newId, openFileLinks, readFileByToken } from '../src/index.js';
import { createSignal } from './create-signal.js';
import { refusal } from './refusals.js';
import type { TestContext } from './test-context.js';
import { createFile } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

const day = 24 * 60 * 60 * 1_000;
const publicUrl = 'https://api.example';

/** Returns the same database as another process sees it, which has its own cache of the keys. */
function inAnotherProcess(context: TestContext): TestContext {
  return { ...context, database: { ...context.database } };
}

async function sign(context: Context, fileId = worlds.own.file.id): Promise<string> {
  const { url } = (await openFileLinks(context, publicUrl)).sign(fileId);
  return url.slice(`${publicUrl}/files/`.length);
}

/** Returns the context as a process of its own sees it, with all queries for keys that it sends. */
function countQueries(context: TestContext) {
  const queries: unknown[] = [];
  const sql: typeof context.database.sql = (...call) => {
    if (call[0]?.name?.endsWith('file-url-keys')) queries.push(call);
    return worlds.database.sql(...call);
  };
  return { queries, counted: { ...context, database: { ...context.database, sql } } };
}

const listKeys = () => worlds.database.prisma.fileUrlKey.findMany({ orderBy: { createdAt: 'asc' } });

describe('the URLs of files', () => {
  test('are below the URL of the service, with or without a slash at its end', async () => {
    for (const base of ['https://api.example', 'https://api.example//']) {
      const links = await openFileLinks(worlds.context(), base);
      expect(links.publicUrlOf('token')).toBe('https://api.example/files/token');
      expect(links.sign(worlds.own.file.id).url).toMatch(/^https:\/\/api\.example\/files\/[\w-]{116}$/);
    }
  });
});

describe('a signed URL', () => {
  test('opens the file of its tenant, and says until when', async () => {
    const context = worlds.context();
    const { file, expiresAt } = await readFileByToken(context, await sign(context));
    expect(file).toMatchObject({ name: worlds.own.file.name, checksum: worlds.own.file.checksum });
    expect(expiresAt).toEqual(new Date('2026-11-15T10:00:00.000Z'));
  });

  test('of a file of another tenant opens nothing, although the signature is right', async () => {
    const context = worlds.context();
    const token = await sign(context, worlds.other.file.id);
    await expect(readFileByToken(context, token)).rejects.toMatchObject(refusal('file_not_found'));
  });

  test('is refused with any bit changed', async () => {
    const context = worlds.context();
    const bytes = Buffer.from(await sign(context), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      const token = changed.toString('base64url');
      await expect(readFileByToken(context, token)).rejects.toMatchObject(refusal('file_not_found'));
    }
  });

  test('expires at its hour; a forged one is not found then either', async () => {
    const context = worlds.context();
    const token = await sign(context);
    context.clock.set('2026-11-15T09:59:59.999Z');
    expect((await readFileByToken(context, token)).file.size).toBe(worlds.own.file.size);
    context.clock.set('2026-11-15T10:00:00.000Z');
    await expect(readFileByToken(context, token)).rejects.toMatchObject(refusal('file_url_expired'));
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    await expect(readFileByToken(context, forged)).rejects.toMatchObject(refusal('file_not_found'));
  });
});

describe('the keys of signed URLs', () => {
  test('are shared: a process verifies the URLs of another, even if both start at the same time', async () => {
    await worlds.database.prisma.fileUrlKey.deleteMany();
    let starting = 5;
    const [allFoundNone, release] = createSignal();
    const sql: typeof worlds.database.sql = async (...call) => {
      const rows = await worlds.database.sql(...call);
      starting -= 1;
      if (starting === 0) release();
      await allFoundNone;
      return rows;
    };
    const processes = Array.from({ length: 5 }, () => {
      const context = worlds.context();
      return { ...context, database: { ...context.database, sql } };
    });
    const tokens = await Promise.all(processes.map((context) => sign(context)));
    expect(await listKeys()).toHaveLength(1);
    for (const context of processes) {
      for (const token of tokens) {
        expect((await readFileByToken(context, token)).file.name).toBe(worlds.own.file.name);
      }
    }
  });

  test('sign for 30 days; then a new key signs, and the old one still verifies', async () => {
    await worlds.database.prisma.fileUrlKey.deleteMany();
    const context = inAnotherProcess(worlds.context());
    context.clock.set('2027-01-01T00:00:00.000Z');
    await sign(context);
    context.clock.advance(30 * day - 60_000);
    const last = await sign(context);
    expect(await listKeys()).toHaveLength(1);
    context.clock.advance(60_000);
    const next = await sign(context);
    expect(await listKeys()).toHaveLength(2);
    for (const token of [last, next]) {
      expect((await readFileByToken(context, token)).file.name).toBe(worlds.own.file.name);
    }
  });

  test('that an operator deletes open nothing after a minute', async () => {
    const context = inAnotherProcess(worlds.context());
    const token = await sign(context);
    await worlds.database.prisma.fileUrlKey.deleteMany();
    context.clock.advance(60_000);
    await expect(readFileByToken(context, token)).rejects.toMatchObject(refusal('file_not_found'));
    expect((await readFileByToken(context, await sign(context))).file.size).toBe(worlds.own.file.size);
  });

  test('are cached: a hundred URLs need one query', async () => {
    const { queries, counted } = countQueries(worlds.context());
    await Promise.all(Array.from({ length: 100 }, () => sign(counted)));
    expect(queries).toHaveLength(1);
  });

  test('are loaded once a second at most for URLs with unknown keys', async () => {
    const { queries, counted } = countQueries(worlds.context());
    const token = await sign(counted);
    const forged = Buffer.from(token, 'base64url');
    // The id of the key is somewhere in the token; one of these changes makes it unknown.
    const open = async (index: number) => {
      const changed = Buffer.from(forged);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      await expect(readFileByToken(counted, changed.toString('base64url'))).rejects.toMatchObject(
        refusal('file_not_found'),
      );
    };
    const openAll = () => Promise.all(Array.from(forged.keys(), open));
    await openAll();
    await openAll();
    expect(queries).toHaveLength(1);
    counted.clock.advance(1_000);
    await openAll();
    await openAll();
    expect(queries).toHaveLength(2);
    const rotated = inAnotherProcess(worlds.context());
    await worlds.database.prisma.fileUrlKey.deleteMany();
    const next = await sign(rotated);
    counted.clock.advance(1_000);
    expect((await readFileByToken(counted, next)).file.name).toBe(worlds.own.file.name);
  });

  test('verify, however many there are', async () => {
    const token = await sign(inAnotherProcess(worlds.context()));
    const createdAt = new Date('2026-11-14T10:30:00.000Z');
    await worlds.database.prisma.fileUrlKey.createMany({
      data: Array.from({ length: 120 }, () => ({ id: newId(), secret: randomBytes(32), createdAt })),
    });
    const { file } = await readFileByToken(inAnotherProcess(worlds.context()), token);
    expect(file.name).toBe(worlds.own.file.name);
    await worlds.database.prisma.fileUrlKey.deleteMany();
  });

  test('are loaded again after an error of the database', async () => {
    const context = inAnotherProcess(worlds.context());
    let isDown = true;
    const sql: typeof context.database.sql = async (...call) => {
      if (isDown) throw new Error('down');
      return worlds.database.sql(...call);
    };
    const failing = { ...context, database: { ...context.database, sql } };
    await expect(sign(failing)).rejects.toThrow('down');
    isDown = false;
    expect(await sign(failing)).toMatch(/^[\w-]{116}$/);
  });
});

test('a file that is deleted is not found by its signed URL', async () => {
  const context = worlds.context();
  const { id } = await createFile(worlds.database, worlds.own.tenant.id);
  const token = await sign(context, id);
  await worlds.database.prisma.file.deleteMany({ where: { id } });
  await expect(readFileByToken(context, token)).rejects.toMatchObject(refusal('file_not_found'));
});

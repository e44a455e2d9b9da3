import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getPublicFileToken, newId, readFile, readFileByToken } from '../src/index.js';
import { refusal } from './refusals.js';
import { createFile } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;

describe('the public URL of a file', () => {
  test('is created once and stays the same', async () => {
    const { id } = await createFile(database, own.tenant.id);
    const first = await getPublicFileToken(worlds.context(), id);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await getPublicFileToken(worlds.context(), id)).toBe(first);
  });

  test('is the same for ten concurrent first requests', async () => {
    const { id } = await createFile(database, own.tenant.id);
    const ask = () => getPublicFileToken(worlds.context(), id);
    const tokens = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(tokens).size).toBe(1);
    expect((await prisma.file.findFirstOrThrow({ where: { id } })).publicToken).toBe(tokens[0]);
  });

  test('404 for an unknown, a malformed and another tenant’s id; no URL is created', async () => {
    for (const id of [newId(), 'x', worlds.other.file.id]) {
      await expect(getPublicFileToken(worlds.context(), id)).rejects.toMatchObject(refusal('file_not_found'));
    }
    const foreign = await prisma.file.findFirstOrThrow({
      where: { id: worlds.other.file.id },
    });
    expect(foreign.publicToken).toBeNull();
  });

  test('returns the bytes only to callers who know the token', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 92, 120]);
    const file = await createFile(database, own.tenant.id, { bytes, name: 'a "b".bin', contentType: 'x/y' });
    const token = await getPublicFileToken(worlds.context(), file.id);
    const { file: found } = await readFileByToken(worlds.context(), token);
    expect(found).toMatchObject({
      name: 'a "b".bin',
      contentType: 'x/y',
      size: 6,
      checksum: file.checksum,
    });
    expect(await collect(found.readChunks())).toEqual([Buffer.from(bytes)]);
    expect(await collect(found.readChunks({ start: 1, end: 2 }))).toEqual([Buffer.from([255, 10])]);
    for (const wrong of ['', file.id, `${token}x`, token.slice(1), '../../etc/passwd', 'a'.repeat(43)]) {
      await expect(readFileByToken(worlds.context(), wrong)).rejects.toMatchObject(refusal('file_not_found'));
    }
    await prisma.file.deleteMany({ where: { id: file.id } });
    await expect(collect(found.readChunks())).rejects.toMatchObject(refusal('file_not_found'));
  });

  test('returns a large file in chunks, and any range of it', async () => {
    const bytes = randomBytes(600_000);
    const { id } = await createFile(database, own.tenant.id, { bytes });
    const file = await readFile(worlds.context(), id);
    const chunks = await collect(file.readChunks());
    expect(chunks.map(({ length }) => length)).toEqual([262_144, 262_144, 75_712]);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    const range = await collect(file.readChunks({ start: 99, end: 300_000 }));
    expect(Buffer.concat(range).equals(bytes.subarray(99, 300_001))).toBe(true);
  });
});

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

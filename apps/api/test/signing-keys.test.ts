import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import {
  createSecret,
  localKeyFile,
  readKeyFile,
  readLocalKeys,
  removeSigningKey,
  rotateSigningKey,
  signingKeyId,
} from '../src/signing-keys.js';

const folder = makeTestFolder('secret');

const readNewest = async (dataDir: string) => (await readLocalKeys(dataDir))[0]?.secret;

describe('the local secret', () => {
  it('is created once and readable by its owner only, even by many concurrent starts', async () => {
    const dataDir = join(folder, 'new', 'data');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readNewest(dataDir)));
    expect(new Set(secrets).size).toBe(1);
    expect(await readNewest(dataDir)).toBe(secrets[0]);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  });

  it.each(['', '\n', 'x'.repeat(31)])(
    'is refused with an error of one line when the file contains %j',
    async (content) => {
      const dataDir = await mkdtemp(join(folder, 'short-'));
      await writeFile(join(dataDir, 'jwt-secret'), content);
      await expect(readNewest(dataDir)).rejects.toThrow(
        /^\S+jwt-secret contains fewer than 32 bytes, [^\n]+$/,
      );
    },
  );

  it('may be written by hand', async () => {
    const dataDir = await mkdtemp(join(folder, 'own-'));
    await writeFile(join(dataDir, 'jwt-secret'), `${'x'.repeat(32)}\n`);
    expect(await readNewest(dataDir)).toBe('x'.repeat(32));
  });
});

describe('the file of signing keys', () => {
  it('has the newest key first, keeps the others, and stays readable by its owner only', async () => {
    const dataDir = join(folder, 'rotated');
    const [first] = await readLocalKeys(dataDir);
    const file = localKeyFile(dataDir);
    const rotated = await rotateSigningKey(file, new Date('2026-11-14T09:30:00.000Z'));
    expect(rotated).toHaveLength(2);
    expect(rotated[0]).toMatchObject({ createdAt: '2026-11-14T09:30:00.000Z' });
    expect(rotated[1]).toEqual(first);
    expect(await readKeyFile(file)).toEqual(rotated);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
    expect(await removeSigningKey(file, first?.id ?? '')).toEqual(rotated.slice(0, 1));
    expect(await readFile(file, 'utf8')).toBe(`${rotated[0]?.secret}\t2026-11-14T09:30:00.000Z\n`);
  });

  it('loses no key when several processes rotate at the same time', async () => {
    const dataDir = join(folder, 'rotated-at-once');
    await readLocalKeys(dataDir);
    const file = localKeyFile(dataDir);
    const now = new Date('2026-11-14T09:30:00.000Z');
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotateSigningKey(file, now)));
    const kept = new Set((await readKeyFile(file)).map(({ id }) => id));
    expect(kept.size).toBe(7);
    for (const [newest] of rotated) expect(kept).toContain(newest?.id);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
  });

  it('yields the same id for a key in every process, and different ids for two keys', async () => {
    const file = join(folder, 'by-hand');
    await writeFile(file, `${'y'.repeat(40)}\n${'x'.repeat(40)}\n`);
    const ids = (await readKeyFile(file)).map(({ id }) => id);
    expect(ids).toEqual((await readKeyFile(file)).map(({ id }) => id));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/);
  });

  it('has ids that no command takes for an option', () => {
    const ids = Array.from({ length: 1_000 }, () => signingKeyId(createSecret()));
    expect(ids.filter((id) => id.startsWith('-'))).toEqual([]);
  });
});

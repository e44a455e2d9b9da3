import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readLocalSecret } from '../src/local-secret.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-secret-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the local secret', () => {
  it('is made once, for its owner only, also by many that start at the same time', async () => {
    const dataDir = join(folder, 'new', 'data');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readLocalSecret(dataDir)));
    expect(new Set(secrets).size).toBe(1);
    expect(await readLocalSecret(dataDir)).toBe(secrets[0]);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  });

  it.each(['', '\n', 'x'.repeat(31)])('is refused in one line when the file holds %j', async (content) => {
    const dataDir = await mkdtemp(join(folder, 'short-'));
    await writeFile(join(dataDir, 'jwt-secret'), content);
    await expect(readLocalSecret(dataDir)).rejects.toThrow(
      /^\S+jwt-secret holds fewer than 32 bytes, [^\n]+$/,
    );
  });

  it('may be written by hand', async () => {
    const dataDir = await mkdtemp(join(folder, 'own-'));
    await writeFile(join(dataDir, 'jwt-secret'), `${'x'.repeat(32)}\n`);
    expect(await readLocalSecret(dataDir)).toBe('x'.repeat(32));
  });
});

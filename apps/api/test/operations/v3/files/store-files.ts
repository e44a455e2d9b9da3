import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseFilesUrl } from '@parley/config/files-url';
import { defaultSizes, removeLooseObjects } from '@parley/core';
import type { Database } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { expectStatus } from '@parley/testkit';
import type { TestObjectStorage } from '@parley/testkit/object-storage';
import type { Stage } from '../../support/start-stage.js';

/** The API with files in one of the stores. */
export interface StoreStage {
  readonly stage: Stage;
  readonly storage: TestObjectStorage;
  readonly store: 'postgres' | 's3';
}

/** Tests of what every store guarantees to the callers of the API. */
export function describeStoredFiles(open: () => StoreStage): void {
  const sizes = { 'one chunk': 1_000, 'many chunks': 2_500_000 };

  describe.each(Object.entries(sizes))('a file of %s', (_, size) => {
    const content = randomBytes(size);

    it('is stored unchanged in its store, and only there', async () => {
      const { stage, storage, store } = open();
      const { id } = await upload(stage, content);
      const file = await findFile(stage, id);
      expect(file.store).toBe(store);
      if (file.objectKey === null) expect(file.content.length).toBe(Math.ceil(size / 262_144));
      else expect((await storage.read(file.objectKey)).equals(content)).toBe(true);
      expect(file.objectKey !== null).toBe(store === 's3');
      expect(file.content.length === 0).toBe(store === 's3');
      expect(await stage.database.prisma.uploadChunk.count()).toBe(0);
      expect(await stage.database.prisma.looseObject.count()).toBe(0);
    });

    it('is downloaded, and served by its public and its signed URL, whole and in ranges', async () => {
      const { stage } = open();
      const { id, url } = await upload(stage, content);
      const params = { fileId: id };
      const download = expectStatus(await stage.v3.call('downloadFile', { params }), 200);
      expect(download.body.equals(content)).toBe(true);
      const { data } = expectStatus(await stage.v3.call('getFilePublicUrl', { params }), 200).body;
      for (const address of [url, data.publicUrl]) {
        expect((await fetchBytes(stage, address)).equals(content)).toBe(true);
        // The server of these tests reads the range from 0 to 0 as the whole object.
        for (const [start, end] of [
          [0, 1],
          [999, 999],
          [200, size - 1],
          [Math.floor(size / 3), Math.floor(size / 2)],
        ] as const) {
          const part = await fetchBytes(stage, address, `bytes=${start}-${end}`);
          expect(part.equals(content.subarray(start, end + 1))).toBe(true);
        }
        const last = await fetchBytes(stage, address, 'bytes=-10');
        expect(last.equals(content.subarray(-10))).toBe(true);
        const { pathname } = new URL(address);
        const headers = { range: `bytes=${size}-` };
        expect((await stage.send('GET', pathname, { headers })).status).toBe(416);
      }
    });

    it('is no longer served by a revoked URL', async () => {
      const { stage } = open();
      const { id } = await upload(stage, content);
      const params = { fileId: id };
      const { data } = expectStatus(await stage.v3.call('getFilePublicUrl', { params }), 200).body;
      const { pathname } = new URL(data.publicUrl);
      expect((await stage.send('HEAD', pathname)).status).toBe(200);
      expectStatus(await stage.v3.call('revokeFilePublicUrl', { params }), 200);
      expect((await stage.send('GET', pathname)).status).toBe(404);
    });

    it('is deleted with its bytes', async () => {
      const { stage, storage } = open();
      const { id, url } = await upload(stage, content);
      const { objectKey } = await findFile(stage, id);
      expectStatus(await stage.v3.call('deleteFile', { params: { fileId: id } }), 200);
      expect((await stage.send('GET', new URL(url).pathname)).status).toBe(404);
      expect(await stage.database.prisma.fileContent.count({ where: { fileId: id } })).toBe(0);
      const jobs = await stage.database.pool.query(
        `select from graphile_worker.jobs where task_identifier = 'remove-objects'`,
      );
      expect(jobs.rowCount).toBe(objectKey === null ? 0 : 1);
      await sweep(open());
      expect(await storage.listKeys()).not.toContain(objectKey);
      expect(await stage.database.prisma.looseObject.count()).toBe(0);
    });

    it('never arrives completely if its stored bytes have changed, and the failure is counted', async () => {
      const { stage, storage, store } = open();
      const { id, url } = await upload(stage, content);
      const { objectKey } = await findFile(stage, id);
      const before = await countFailures(open());
      if (objectKey === null)
        await stage.database.pool.query(
          `update file_contents set bytes = set_byte(bytes, 500, get_byte(bytes, 500) # 1) where file_id = $1 and start_at = 0`,
          [id],
        );
      else
        await storage.overwrite(
          objectKey,
          Buffer.from(content.map((byte, at) => (at === 500 ? byte ^ 1 : byte))),
        );
      const read = async () => {
        const response = await fetch(`${stage.url}${new URL(url).pathname}`);
        const bytes = await response.arrayBuffer();
        return { status: response.status, length: bytes.byteLength };
      };
      if (size <= 262_144) expect(await read()).toMatchObject({ status: 500 });
      else await expect(read()).rejects.toThrow('terminated');
      expect((await countFailures(open())) - before).toBe(1);
      expect(store).toBe(objectKey === null ? 'postgres' : 's3');
    });
  });

  it('a repeated request with the same idempotency key stores the bytes once', async () => {
    const { stage, storage } = open();
    const send = async () =>
      expectStatus(
        await stage.v3.call('uploadFile', {
          body: { file: new File(['once'], 'a.txt') },
          headers: { 'idempotency-key': 'once' },
        }),
        200,
      ).body.data.id;
    const id = await send();
    const keys = await storage.listKeys();
    expect(await send()).toBe(id);
    stage.clock.advance(2 * 60 * 60 * 1_000);
    await sweep(open());
    stage.clock.set('2026-10-15T09:30:00.000Z');
    expect(await storage.listKeys()).toEqual(keys);
  });
}

/** Uploads bytes as a file. */
export async function upload(stage: Stage, content: Buffer<ArrayBuffer>) {
  const file = new File([content], 'a.bin');
  return expectStatus(await stage.v3.call('uploadFile', { body: { file } }), 200).body.data;
}

export function findFile({ database }: Pick<Stage, 'database'>, id: string) {
  return database.prisma.file.findFirstOrThrow({ where: { id }, include: { content: true } });
}

/** Removes loose objects, as the worker's maintenance does. */
export async function sweep({ stage, storage }: StoreStage): Promise<number> {
  const files = await openFileStorage({ objectStorage: parseFilesUrl(storage.url), filesStore: 's3' });
  const database: Database = { ...stage.database, files };
  try {
    return await removeLooseObjects(database, stage.clock.now(), defaultSizes);
  } finally {
    files.objects?.close();
  }
}

async function fetchBytes(stage: Stage, url: string, range?: string): Promise<Buffer> {
  const response = await fetch(`${stage.url}${new URL(url).pathname}`, range ? { headers: { range } } : {});
  expect(response.status).toBe(range ? 206 : 200);
  return Buffer.from(await response.arrayBuffer());
}

async function countFailures({ stage, store }: StoreStage): Promise<number> {
  const headers = { authorization: 'Bearer metrics-token-of-the-tests' };
  const { text } = await stage.send('GET', '/metrics', { headers });
  const line = `parley_file_failures_total{store="${store}",operation="verify"} `;
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
}

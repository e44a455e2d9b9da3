import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';
import { findFile, type StoreStage, sweep, upload } from './store-files.js';

/** Tests of an object storage only, which can fail independently of the database. */
export function describeObjectStorage(open: () => StoreStage): void {
  describe('the object storage', () => {
    it('gets the SHA-256 of the bytes with the signature, to compare it with the bytes that arrive', async () => {
      const { stage, storage } = open();
      const content = randomBytes(1_000_000);
      await upload(stage, content);
      const checksum = createHash('sha256').update(content).digest('hex');
      expect(storage.requests.filter(({ method }) => method === 'PUT').at(-1)?.payloadHash).toBe(checksum);
    });

    it('503 while it refuses a file; no file is created, and a retry succeeds', async () => {
      const { stage, storage } = open();
      const files = await stage.database.prisma.file.count();
      const keys = await storage.listKeys();
      storage.refuse(true);
      const refused = await send(stage, 'x');
      storage.refuse(false);
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ error: { messageKey: 'service_unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(await stage.database.prisma.file.count()).toBe(files);
      expect(await storage.listKeys()).toEqual(keys);
      expect((await send(stage, 'x')).status).toBe(200);
      stage.clock.advance(60 * 60 * 1_000);
      expect(await sweep(open())).toBe(1);
      stage.clock.set('2026-10-15T09:30:00.000Z');
    });

    it('503 while it does not respond to a download; the file can be downloaded afterwards', async () => {
      const { stage, storage } = open();
      const { id } = await upload(stage, Buffer.from('0123456789'));
      storage.refuse(true);
      const headers = { authorization: `Bearer ${stage.token}` };
      const refused = await stage.send('GET', `/v3/files/${id}/download`, { headers });
      storage.refuse(false);
      expect(refused.status).toBe(503);
      expectStatus(await stage.v3.call('downloadFile', { params: { fileId: id } }), 200);
    });

    it('an object that is being removed can no longer become the object of a file', async () => {
      const { stage, storage } = open();
      const held = storage.holdPut('after');
      const files = await stage.database.prisma.file.count();
      const response = send(stage, 'late');
      await held.held;
      stage.clock.advance(60 * 60 * 1_000);
      expect(await sweep(open())).toBe(1);
      stage.clock.set('2026-10-15T09:30:00.000Z');
      held.release();
      expect((await response).status).toBe(500);
      expect(await stage.database.prisma.file.count()).toBe(files);
    });

    it('has the bytes of each file under a key that begins with its tenant', async () => {
      const { stage } = open();
      const { id } = await upload(stage, Buffer.from('a'));
      const { objectKey } = await findFile(stage, id);
      expect(objectKey).toMatch(new RegExp(`^${stage.tenantId}/[0-9a-f-]{36}$`));
    });
  });
}

/** Sends the request without the client of partners, because the client would retry. */
function send({ url, token }: Stage, content: string): Promise<Response> {
  const body = new FormData();
  body.append('file', new File([content], 'a.txt'));
  return fetch(`${url}/v3/files`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
}

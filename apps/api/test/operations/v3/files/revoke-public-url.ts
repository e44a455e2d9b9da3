import { describe, expect, it } from '@jest/globals';
import { createFile, expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';

export function describePublicUrlRevocation(stage: Stage): void {
  const callFor = (fileId: string) => ({ params: { fileId } });

  async function publish(fileId: string): Promise<string> {
    const response = await stage.v3.call('getFilePublicUrl', callFor(fileId));
    return expectStatus(response, 200).body.data.publicUrl;
  }

  async function statusOf(url: string): Promise<number> {
    return (await stage.send('GET', new URL(url).pathname)).status;
  }

  describe('revokeFilePublicUrl 200', () => {
    it('the URL is no longer found; the file and its signed URL stay', async () => {
      const { id } = await createFile(stage.database, stage.tenantId);
      const publicUrl = await publish(id);
      expect(await statusOf(publicUrl)).toBe(200);
      const response = await stage.v3.call('revokeFilePublicUrl', callFor(id));
      const { data } = expectStatus(response, 200).body;
      expect(data).toMatchObject({ id, publicUrl: null, updatedAt: stage.clock.now().toISOString() });
      expect(await statusOf(publicUrl)).toBe(404);
      expect(await statusOf(data.url)).toBe(200);
      const read = await stage.v3.call('getFile', callFor(id));
      expect(expectStatus(read, 200).body.data).toEqual(data);
    });

    it('getFilePublicUrl then creates another URL; the revoked one stays revoked', async () => {
      const { id } = await createFile(stage.database, stage.tenantId);
      const revoked = await publish(id);
      await stage.v3.call('revokeFilePublicUrl', callFor(id));
      const publicUrl = await publish(id);
      expect(publicUrl).not.toBe(revoked);
      expect(await statusOf(publicUrl)).toBe(200);
      expect(await statusOf(revoked)).toBe(404);
    });

    it('a file without a public URL does not change', async () => {
      const { id, updatedAt } = await createFile(stage.database, stage.tenantId);
      const response = await stage.v3.call('revokeFilePublicUrl', callFor(id));
      expect(expectStatus(response, 200).body.data).toMatchObject({
        publicUrl: null,
        updatedAt: updatedAt.toISOString(),
      });
    });

    it('a retry with the same idempotency key does not revoke a URL that was created since', async () => {
      const { id } = await createFile(stage.database, stage.tenantId);
      await publish(id);
      const request = { ...callFor(id), headers: { 'Idempotency-Key': `revoke-${id}` } };
      expectStatus(await stage.v3.call('revokeFilePublicUrl', request), 200);
      const publicUrl = await publish(id);
      expectStatus(await stage.v3.call('revokeFilePublicUrl', request), 200);
      expect(await statusOf(publicUrl)).toBe(200);
    });
  });

  describe('revokeFilePublicUrl 404', () => {
    it('file_not_found, even for the file of another tenant, whose URL stays', async () => {
      const foreign = await createFile(stage.database, stage.other.tenant.id, {
        publicToken: 'r'.repeat(43),
      });
      for (const fileId of [stage.own.chat.id, foreign.id]) {
        const response = await stage.v3.call('revokeFilePublicUrl', callFor(fileId));
        const { body } = expectStatus(response, 404);
        expect(body.error).toEqual({ messageKey: 'file_not_found', message: 'File not found' });
      }
      expect((await stage.send('GET', `/files/${foreign.publicToken}`)).status).toBe(200);
    });
  });
}

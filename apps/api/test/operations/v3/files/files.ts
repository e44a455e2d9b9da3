import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createFile, createMessage, createTenant, createToken, expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';
import { publicUrlCalls } from './public-url-calls.js';
import { describeServedFiles } from './serve-files.js';

export function describeFiles(stage: Stage): void {
  const calls = publicUrlCalls(stage);
  const { publicUrlOf, fetchFile } = calls;

  describe('getFilePublicUrl 200', () => {
    it('returns a URL that cannot be guessed, below the URL of the service', async () => {
      const { id } = await createFile(stage.database, stage.tenantId);
      const publicUrl = await publicUrlOf(id);
      expect(publicUrl).toMatch(/^http:\/\/localhost:3000\/files\/[\w-]{43}$/);
      const file = await stage.database.prisma.file.findFirstOrThrow({ where: { id } });
      expect(publicUrl).toBe(`http://localhost:3000/files/${file.publicToken}`);
    });

    it('always returns the same URL, even to ten concurrent requests', async () => {
      const { id } = await createFile(stage.database, stage.tenantId);
      const urls = await Promise.all(Array.from({ length: 10 }, () => publicUrlOf(id)));
      stage.clock.advance(365 * 24 * 60 * 60 * 1_000);
      expect(new Set([...urls, await publicUrlOf(id)]).size).toBe(1);
    });

    it('returns a different URL for each file', async () => {
      const files = [await createFile(stage.database, stage.tenantId), stage.own.file];
      expect(new Set(await Promise.all(files.map(({ id }) => publicUrlOf(id)))).size).toBe(2);
    });
  });

  describe('getFilePublicUrl 404', () => {
    it('file_not_found', async () => {
      const params = { fileId: stage.own.chat.id };
      const { body } = expectStatus(await stage.v3.call('getFilePublicUrl', { params }), 404);
      expect(body.error).toEqual({ messageKey: 'file_not_found', message: 'File not found' });
    });
  });

  describeServedFiles(stage, calls);

  describe('getFile 200', () => {
    it('returns the name, type and size of a file, and its public URL once there is one', async () => {
      const { id } = await createFile(stage.database, stage.tenantId, {
        name: 'price-list.png',
        contentType: 'image/png',
        createdAt: new Date('2026-10-01T10:00:00.000Z'),
        updatedAt: new Date('2026-10-01T10:00:00.000Z'),
        bytes: new TextEncoder().encode('0123456789'),
      });
      const get = async () =>
        expectStatus(await stage.v3.call('getFile', { params: { fileId: id } }), 200).body.data;
      expect(await get()).toEqual({
        id,
        createdAt: '2026-10-01T10:00:00.000Z',
        updatedAt: '2026-10-01T10:00:00.000Z',
        name: 'price-list.png',
        contentType: 'image/png',
        size: 10,
        url: expect.stringMatching(/^http:\/\/localhost:3000\/files\/[\w-]{116}$/),
        urlExpiresAt: '2026-10-16T10:00:00.000Z',
        publicUrl: null,
      });
      const publicUrl = await publicUrlOf(id);
      expect((await get()).publicUrl).toBe(publicUrl);
    });
  });

  describe.each(['getFile', 'downloadFile'] as const)('%s 404', (operationId) => {
    it('file_not_found', async () => {
      const params = { fileId: stage.own.chat.id };
      const { body } = expectStatus(await stage.v3.call(operationId, { params }), 404);
      expect(body.error).toEqual({ messageKey: 'file_not_found', message: 'File not found' });
    });
  });

  describe('downloadFile 200', () => {
    it('returns every byte, with headers that make browsers save it instead of showing it', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      const name = 'Grüße "1"\r\nX-Evil: 1.svg';
      const file = await createFile(stage.database, stage.tenantId, {
        bytes,
        name,
        contentType: 'image/svg+xml',
      });
      const params = { fileId: file.id };
      const { body, headers } = expectStatus(await stage.v3.call('downloadFile', { params }), 200);
      expect(body).toEqual(Buffer.from(bytes));
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': '256',
        'content-disposition': `attachment; filename="Gr__e _1___X-Evil: 1.svg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22%0D%0AX-Evil%3A%201.svg`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        etag: `"${file.checksum}"`,
      });
      expect(headers).not.toHaveProperty('x-evil');
    });

    it('returns what was uploaded', async () => {
      const content = 'a,b\n'.repeat(100_000);
      const sent = { file: new File([content], 'list.csv') };
      const { data } = expectStatus(await stage.v3.call('uploadFile', { body: sent }), 200).body;
      const { body } = expectStatus(
        await stage.v3.call('downloadFile', { params: { fileId: data.id } }),
        200,
      );
      expect(body.toString()).toBe(content);
    });
  });

  describe('deleteFile 200', () => {
    it('deletes the content and the public URL; a message with the file stays', async () => {
      const file = await createFile(stage.database, stage.tenantId);
      const publicUrl = await publicUrlOf(file.id);
      const { chat } = stage.own;
      const attachment = { type: 'document', url: publicUrl, name: file.name, contentType: file.contentType };
      const { id: messageId } = await createMessage(stage.database, chat, {
        type: 'document',
        attachments: [{ ...attachment, size: file.size, fileId: file.id }],
      });
      const response = expectStatus(await stage.v3.call('deleteFile', { params: { fileId: file.id } }), 200);
      expect(response.body.data).toEqual({ deletedIds: [file.id], notFoundIds: [] });
      expect(await stage.database.prisma.fileContent.count({ where: { fileId: file.id } })).toBe(0);
      expect((await fetchFile(publicUrl)).status).toBe(404);
      const message = await stage.database.prisma.message.findFirstOrThrow({ where: { id: messageId } });
      expect(message.attachments).toMatchObject([{ url: publicUrl }]);
      const again = expectStatus(await stage.v3.call('deleteFile', { params: { fileId: file.id } }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [file.id] });
    });
  });

  describe('searchFiles 200', () => {
    it('filters by type, size and name, and sorts', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      const values = [
        { name: 'Offer.pdf', contentType: 'application/pdf', size: 10 },
        { name: 'offer.png', contentType: 'image/png', size: 20 },
        { name: 'Logo.png', contentType: 'image/png', size: 2_000_000 },
      ];
      for (const value of values) await createFile(stage.database, tenant.id, value);
      const namesOf = async (body: components['schemas']['SearchRequest']) =>
        expectStatus(await stage.v3.call('searchFiles', { body, token }), 200).body.data.map(
          ({ name }) => name,
        );
      expect(await namesOf({ query: 'startsWith(contentType,"image/")', sortBy: 'size' })).toEqual([
        'offer.png',
        'Logo.png',
      ]);
      expect(await namesOf({ search: 'OFFER', sortBy: 'desc(name)' })).toEqual(['offer.png', 'Offer.pdf']);
      expect(await namesOf({ query: 'gt(size,20)' })).toEqual(['Logo.png']);
      expect(await namesOf({ query: 'gte(size,19.5)', sortBy: 'size' })).toEqual(['offer.png', 'Logo.png']);
      expect(await namesOf({ query: 'lt(size,20.5)', sortBy: 'size' })).toEqual(['Offer.pdf', 'offer.png']);
      expect(await namesOf({ query: 'or(eq(size,10.5),eq(size,10))' })).toEqual(['Offer.pdf']);
    });
  });
}

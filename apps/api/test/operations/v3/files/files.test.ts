import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createFile, createMessage, createTenant, createToken, expectStatus } from '@parley/testkit';
import { failure } from '../../support/failures.js';
import { useStage } from '../../support/use-stage.js';

describe('files', () => {
  const stage = useStage();

  async function publicUrlOf(fileId: string): Promise<string> {
    const { body } = expectStatus(await stage.v3.call('getFilePublicUrl', { params: { fileId } }), 200);
    return body.data.publicUrl;
  }

  /** The request has no token: the URL is sufficient. */
  function fetchFile(publicUrl: string, headers: Readonly<Record<string, string>> = {}) {
    return stage.send('GET', new URL(publicUrl).pathname, { headers });
  }

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
      stage.clock.set('2026-10-15T09:30:00.000Z');
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

  describe('the public URL', () => {
    it('serves the bytes without a token, years later, with headers that make them harmless', async () => {
      const bytes = new TextEncoder().encode('GIF89a, or so');
      const name = 'Grüße "1".gif';
      const file = await createFile(stage.database, stage.tenantId, {
        bytes,
        name,
        contentType: 'image/gif',
      });
      const publicUrl = await publicUrlOf(file.id);
      stage.clock.set('2031-10-15T09:30:00.000Z');
      const { status, headers, text } = await fetchFile(publicUrl);
      stage.clock.set('2026-10-15T09:30:00.000Z');
      expect({ status, text }).toEqual({ status: 200, text: 'GIF89a, or so' });
      expect(headers).toMatchObject({
        'content-type': 'image/gif',
        'content-length': String(bytes.length),
        'content-disposition': `inline; filename="Gr__e _1_.gif"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.gif`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=300',
        etag: `"${file.checksum}"`,
      });
    });

    it.each(['text/html', 'image/svg+xml', 'text/javascript', 'application/xhtml+xml', 'text/plain'])(
      '%s is always downloaded and never shown',
      async (contentType) => {
        const { id } = await createFile(stage.database, stage.tenantId, { contentType });
        const { headers } = await fetchFile(await publicUrlOf(id));
        expect(headers['content-type']).toBe('application/octet-stream');
        expect(headers['content-disposition']).toMatch(/^attachment; /);
        expect(headers['x-content-type-options']).toBe('nosniff');
      },
    );

    it('serves a range, and 304 to a client that has the file', async () => {
      const { id, checksum } = await createFile(stage.database, stage.tenantId, {
        bytes: new TextEncoder().encode('0123456789'),
      });
      const publicUrl = await publicUrlOf(id);
      const part = await fetchFile(publicUrl, { range: 'bytes=2-4' });
      expect(part).toMatchObject({ status: 206, text: '234', headers: { 'content-range': 'bytes 2-4/10' } });
      const beyond = await fetchFile(publicUrl, { range: 'bytes=10-' });
      expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } });
      expect(JSON.parse(beyond.text)).toEqual(failure('range_not_satisfiable', 'Range not satisfiable'));
      const known = await fetchFile(publicUrl, { 'if-none-match': `"${checksum}"` });
      expect(known).toMatchObject({ status: 304, text: '' });
    });

    it.each(['nothing', 'a'.repeat(43), '%00', "'--"])('404 for the token %s', async (token) => {
      const { status, text } = await stage.send('GET', `/files/${token}`);
      expect({ status, body: JSON.parse(text) }).toMatchObject({
        status: 404,
        body: { success: false, error: { messageKey: 'file_not_found' } },
      });
    });

    it('404 once the file is deleted', async () => {
      const { id } = await createFile(stage.database, stage.tenantId);
      const publicUrl = await publicUrlOf(id);
      await stage.database.prisma.file.deleteMany({ where: { id } });
      expect((await fetchFile(publicUrl)).status).toBe(404);
    });
  });

  describe('a large file', () => {
    const size = 16 * 1024 * 1024;
    const ways: Readonly<Record<string, (fileId: string) => Promise<string>>> = {
      'by its public URL': async (fileId) => new URL(await publicUrlOf(fileId)).pathname,
      'by downloadFile': async (fileId) => `/v3/files/${fileId}/download`,
    };

    /** Returns a response of which only the head has been read. */
    async function open(path: string): Promise<IncomingMessage> {
      const sent = get(`${stage.url}${path}`, { headers: { authorization: `Bearer ${stage.token}` } });
      const [response] = await once(sent, 'response');
      return response;
    }

    it.each(Object.entries(ways))('%s arrives completely', async (_, pathOf) => {
      const file = await createFile(stage.database, stage.tenantId, { bytes: randomBytes(1_000_000) });
      const hash = createHash('sha256');
      for await (const chunk of await open(await pathOf(file.id))) hash.update(chunk);
      expect(hash.digest('hex')).toBe(file.checksum);
    });

    it.each(Object.entries(ways))('%s is read no faster than the client receives it', async (_, pathOf) => {
      const { id } = await createFile(stage.database, stage.tenantId, { bytes: new Uint8Array(size) });
      const response = await open(await pathOf(id));
      expect(response.headers['content-length']).toBe(String(size));
      await stage.database.prisma.file.deleteMany({ where: { id } });
      await expect(response.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
    });

    it.each(Object.entries(ways))(
      '%s ends when the client disconnects, without an error',
      async (_, pathOf) => {
        const { id } = await createFile(stage.database, stage.tenantId, { bytes: new Uint8Array(size) });
        const response = await open(await pathOf(id));
        response.destroy();
        const requestId = String(response.headers['x-request-id']);
        const logged = () =>
          stage.logs.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line).msg);
        const deadline = Date.now() + 5_000;
        while (logged().length < 2 && Date.now() < deadline) await delay(5);
        expect(logged()).toEqual(['request', 'request aborted by the client']);
      },
    );
  });

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
});

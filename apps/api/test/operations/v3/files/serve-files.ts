import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createFile } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { failure } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { PublicUrlCalls } from './public-url-calls.js';

export function describeServedFiles(stage: Stage, { publicUrlOf, fetchFile }: PublicUrlCalls): void {
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
        await waitUntil(() => logged().length >= 2);
        expect(logged()).toEqual(['request', 'request aborted by the client']);
      },
    );
  });
}

import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { send } from '../support/start-test-api.js';
import type { TestApiStage } from '../support/use-test-api.js';

export function describePublicFiles(stage: TestApiStage): void {
  describe('/files/{token}', () => {
    async function makeFile(name: string, contentType: string, bytes: Buffer): Promise<string> {
      const publicToken = randomBytes(32).toString('base64url');
      const checksum = createHash('sha256').update(bytes).digest('hex');
      await stage.db.database.prisma.file.create({
        data: {
          tenantId: stage.tenant.id,
          id: newId(),
          name,
          contentType,
          size: bytes.length,
          checksum,
          publicToken,
          content: { create: { bytes: new Uint8Array(bytes) } },
        },
      });
      return `${stage.api.url}/files/${publicToken}`;
    }

    it('serves the bytes without a token, cached for five minutes, since the URL can be revoked', async () => {
      const url = await makeFile('Größe "1".png', 'image/png', Buffer.from('0123456789'));
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('0123456789');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '10',
        'content-disposition': `inline; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      });
      const etag = response.headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"a", W/"b" ,${etag}`, '*']) {
        const again = await fetch(url, { headers: { 'If-None-Match': known, Range: 'bytes=99-' } });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      }
      expect((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    });

    it.each(['text/html', 'image/svg+xml', 'text/xml', 'application/javascript', 'IMAGE/PNG, text/html'])(
      '%s is always downloaded and never shown',
      async (type) => {
        const response = await fetch(
          await makeFile('a.html', type, Buffer.from('<script>alert(1)</script>')),
        );
        await response.text();
        expect(response.headers.get('content-type')).toBe('application/octet-stream');
        expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
      },
    );

    it.each([
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['bytes=4-2', 200, '0123456789', null],
      ['bytes=0-1,3-4', 200, '0123456789', null],
      ['lines=1-2', 200, '0123456789', null],
    ])('Range: %s returns %d', async (range, status, text, contentRange) => {
      const url = await makeFile('a.mp4', 'video/mp4', Buffer.from('0123456789'));
      const response = await fetch(url, { headers: { Range: range } });
      expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
        status,
        text,
        contentRange,
      ]);
    });

    it('Range applies only to GET, and with If-Range only to the same file', async () => {
      const url = await makeFile('a.mp4', 'video/mp4', Buffer.from('0123456789'));
      const head = await fetch(url, { method: 'HEAD', headers: { Range: 'bytes=2-4' } });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
      const etag = head.headers.get('etag') ?? '';
      const textIf = async (ifRange: string) =>
        (await fetch(url, { headers: { Range: 'bytes=2-4', 'If-Range': ifRange } })).text();
      expect(await textIf(etag)).toBe('234');
      for (const other of [`W/${etag}`, '"other"', 'Sun, 01 Nov 2026 00:00:00 GMT']) {
        expect(await textIf(other)).toBe('0123456789');
      }
    });

    it('an empty file is served', async () => {
      const response = await fetch(await makeFile('a.png', 'image/png', Buffer.alloc(0)));
      expect([response.status, await response.text()]).toEqual([200, '']);
    });

    it.each(['bytes=10-', 'bytes=99999-', 'bytes=-0'])(
      'Range: %s returns 416, which must not be cached',
      async (range) => {
        const url = await makeFile('a.png', 'image/png', Buffer.from('0123456789'));
        const { status, headers, body } = await send(url, { headers: { Range: range } });
        expect([status, body]).toEqual([
          416,
          {
            success: false,
            error: { messageKey: 'range_not_satisfiable', message: 'Range not satisfiable' },
          },
        ]);
        expect(Object.fromEntries(headers)).toMatchObject({
          'cache-control': 'no-store',
          'content-range': 'bytes */10',
          'content-type': 'application/json; charset=utf-8',
        });
      },
    );

    it.each(['unknown', 'a'.repeat(43), '..%2f..%2fetc%2fpasswd', '%00'])(
      '404 file_not_found for %s',
      async (token) => {
        const response = await send(`${stage.api.url}/files/${token}`);
        expect(response).toMatchObject({ status: 404, body: { error: { messageKey: 'file_not_found' } } });
      },
    );
  });
}

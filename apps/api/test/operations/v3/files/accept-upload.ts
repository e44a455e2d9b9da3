import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createToken, expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import { mebibyte, uploadCalls } from './upload-calls.js';

export function describeAcceptedUploads(stage: Stage): void {
  const { upload, sendForm } = uploadCalls(stage);

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  describe('uploadFile 200', () => {
    it('stores the bytes unchanged, and returns their name, type and size', async () => {
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
      const file = await upload(bytes, 'all bytes.bin');
      expect(file).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        name: 'all bytes.bin',
        contentType: 'application/octet-stream',
        size: 256,
        url: expect.stringMatching(/^http:\/\/localhost:3000\/files\/[\w-]{116}$/),
        urlExpiresAt: '2026-10-16T10:00:00.000Z',
        publicUrl: null,
      });
      const stored = await stage.database.prisma.file.findFirstOrThrow({
        where: { id: file.id },
        include: { content: true },
      });
      expect(Buffer.from(stored.content[0]?.bytes ?? [])).toEqual(bytes);
      expect(stored).toMatchObject({
        tenantId: stage.tenantId,
        checksum: createHash('sha256').update(bytes).digest('hex'),
      });
    });

    it.each([
      ['image/png', png, 'holiday.exe', 'application/x-msdownload'],
      ['image/gif', 'GIF89a\u0001', 'page.html', 'text/html'],
      ['application/pdf', '%PDF-1.7\n', 'picture.png', 'image/png'],
      ['text/plain', 'name;price\nTea;2,50\n', 'prices.csv', 'text/csv'],
      ['text/plain', '\uFEFFGrüße, ☎️', 'note.pdf', 'application/pdf'],
      ['text/plain', 'a < b, <script> is not the beginning', 'x.html', 'text/html'],
      ['text/html', ' <!-- hello -->\n<!DOCTYPE html><p>', 'picture.png', 'image/png'],
      ['text/html', '<script>alert(1)</script>', 'note.txt', 'text/plain'],
      [
        'image/svg+xml',
        '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>',
        'a.png',
        'image/png',
      ],
      ['application/xml', '<?xml version="1.0"?><prices/>', 'a.svg', 'image/svg+xml'],
      ['application/octet-stream', 'text with a NUL\0', 'a.txt', 'text/plain'],
      ['application/octet-stream', Buffer.from([0xc3, 0x28, 0x41]), 'a.txt', 'text/plain'],
    ])(
      'detects %s from the content, whatever the name and the type are',
      async (expected, content, name, type) => {
        expect(await upload(content, name, type)).toMatchObject({ contentType: expected, name });
      },
    );

    it.each([
      ['a path', '../../etc/passwd', 'passwd'],
      ['a path of Windows', 'C:\\temp\\offer.pdf', 'offer.pdf'],
      ['letters and signs of all kinds', "Grüße '1' ☎️.txt", "Grüße '1' ☎️.txt"],
      ['a change of writing direction', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
      ['the name of a folder', '..', 'file'],
      ['three hundred letters', `${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(252)}.gz`],
      [
        'three hundred pairs of surrogates',
        `${'\u{1F600}'.repeat(300)}.txt`,
        `${'\u{1F600}'.repeat(251)}.txt`,
      ],
    ])('keeps only the safe part of a name: %s', async (_, sent, kept) => {
      expect((await upload('x', sent)).name).toBe(kept);
    });

    it('prefers the name of the separate field; the default name is file', async () => {
      const body = { file: new File(['x'], 'a.txt'), name: 'Price list (2027).txt' };
      expect(expectStatus(await stage.v3.call('uploadFile', { body }), 200).body.data.name).toBe(
        'Price list (2027).txt',
      );
      const nameless =
        'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx';
      expect(expectStatus(await sendForm([nameless]), 200).body.data.name).toBe('file');
    });

    it('stores a file in chunks while it arrives, and determines its type, checksum and chunks', async () => {
      const content = Buffer.from('Grüße ☎️ '.repeat(80_000));
      const { id, size, contentType } = await upload(content, 'long.txt');
      expect({ size, contentType }).toEqual({ size: content.length, contentType: 'text/plain' });
      const stored = await stage.database.prisma.file.findFirstOrThrow({
        where: { id },
        include: { content: { orderBy: { startAt: 'asc' } } },
      });
      expect(stored.content.length).toBeGreaterThan(1);
      expect(Buffer.concat(stored.content.map(({ bytes }) => bytes)).equals(content)).toBe(true);
      expect(stored.checksum).toBe(createHash('sha256').update(content).digest('hex'));
      expect(await stage.database.prisma.uploadChunk.count()).toBe(0);
      const { publicUrl } = expectStatus(
        await stage.v3.call('getFilePublicUrl', { params: { fileId: id } }),
        200,
      ).body.data;
      const middle = { start: 300_000, end: 900_000 };
      const response = await fetch(`${stage.url}${new URL(publicUrl).pathname}`, {
        headers: { range: `bytes=${middle.start}-${middle.end}` },
      });
      const part = Buffer.from(await response.arrayBuffer());
      expect(part.equals(content.subarray(middle.start, middle.end + 1))).toBe(true);
    });

    it('accepts exactly 16 MiB, even in chunks without a Content-Length', async () => {
      // Uses a separate tenant, since the other tests here compare byte by byte.
      const token = await createToken(stage.database, stage.other.tenant.id);
      const file = new File([Buffer.alloc(16 * mebibyte, 'a')], 'a.txt');
      const { body } = expectStatus(await stage.v3.call('uploadFile', { body: { file }, token }), 200);
      expect(body.data.size).toBe(16 * mebibyte);
      const form = new FormData();
      form.append('file', file);
      const encoded = new Response(form);
      const response = await fetch(`${stage.url}/v3/files`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        body: encoded.body,
        duplex: 'half',
      });
      expect(response.status).toBe(200);
    });

    it('the same key again: the stored response for the same bytes, 422 for others of the same length', async () => {
      const send = (content: string) =>
        stage.v3.call('uploadFile', {
          body: { file: new File([content], 'a.txt') },
          headers: { 'idempotency-key': 'upload-1' },
        });
      const first = expectStatus(await send('one'), 200);
      const again = expectStatus(await send('one'), 200);
      expect(again.body).toEqual(first.body);
      expect(again.headers).toHaveProperty('idempotent-replayed', 'true');
      expectStatus(await send('two'), 422);
    });
  });
}

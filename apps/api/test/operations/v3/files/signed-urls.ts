import { describe, expect, it } from '@jest/globals';
import type { File as StoredFile } from '@parley/database';
import { createFile, createMessage, expectStatus } from '@parley/testkit';
import { failure } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';

const minute = 60 * 1_000;
const hour = 60 * minute;

export function describeSignedUrls(stage: Stage): void {
  const content = new TextEncoder().encode('0123456789');

  async function getFile({ id }: StoredFile) {
    const response = await stage.v3.call('getFile', { params: { fileId: id } });
    return expectStatus(response, 200).body.data;
  }

  /** The request has no token. */
  function fetchFile(url: string, headers: Readonly<Record<string, string>> = {}) {
    return stage.send('GET', new URL(url).pathname, { headers });
  }

  function newFile(values: Partial<StoredFile> = {}) {
    return createFile(stage.database, stage.tenantId, {
      bytes: content,
      contentType: 'image/png',
      ...values,
    });
  }

  describe('the signed URL of a file', () => {
    it('serves the private file without a token, cacheable by the client only', async () => {
      const file = await newFile({ name: 'plan.png' });
      const { url, urlExpiresAt } = await getFile(file);
      expect(url).toMatch(/^http:\/\/localhost:3000\/files\/[\w-]{116}$/);
      expect(urlExpiresAt).toBe('2026-10-16T10:00:00.000Z');
      const { status, text, headers } = await fetchFile(url);
      expect({ status, text }).toEqual({ status: 200, text: '0123456789' });
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=3600',
        'content-type': 'image/png',
        'content-disposition': `inline; filename="plan.png"; filename*=UTF-8''plan.png`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      const stored = await stage.database.prisma.file.findFirstOrThrow({ where: { id: file.id } });
      expect(stored.publicToken).toBeNull();
    });

    it('serves a range, and 304 to a client that has the file', async () => {
      const file = await newFile();
      const { url } = await getFile(file);
      const part = await fetchFile(url, { range: 'bytes=2-4' });
      expect(part).toMatchObject({ status: 206, text: '234', headers: { 'content-range': 'bytes 2-4/10' } });
      const known = await fetchFile(url, { 'if-none-match': `"${file.checksum}"` });
      expect(known).toMatchObject({ status: 304, headers: { 'cache-control': 'private, max-age=3600' } });
    });

    it('is downloaded and never shown for text/html', async () => {
      const { url } = await getFile(await newFile({ contentType: 'text/html' }));
      const { headers } = await fetchFile(url);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['content-disposition']).toMatch(/^attachment; /);
    });

    it('410 file_url_expired after a day, and then another request for the file returns a new one', async () => {
      const file = await newFile();
      const first = await getFile(file);
      stage.clock.set(new Date(Date.parse(first.urlExpiresAt) - minute));
      expect(await fetchFile(first.url)).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'private, max-age=60' },
      });
      stage.clock.advance(minute);
      const expired = await fetchFile(first.url);
      const second = await getFile(file);
      const served = await fetchFile(second.url);
      expect(expired).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } });
      const message = 'This URL has expired. Request the file or its message again';
      expect(JSON.parse(expired.text)).toEqual(failure('file_url_expired', message));
      expect(served).toMatchObject({ status: 200, text: '0123456789' });
    });

    it('is the same for an hour, so that a browser does not load the file again', async () => {
      const file = await newFile();
      const { url } = await getFile(file);
      stage.clock.advance(30 * minute);
      const same = await getFile(file);
      stage.clock.advance(minute);
      const next = await getFile(file);
      expect(same.url).toBe(url);
      expect(next.url).not.toBe(url);
    });

    it('404 for any changed character, even if the URL has expired; the failures are counted', async () => {
      const { url } = await getFile(await newFile());
      const token = url.split('/').at(-1) ?? '';
      for (const index of [0, 1, 20, 30, 50, 65, 70, 72, 73, 100, 115]) {
        const changed = token[index] === 'A' ? 'B' : 'A';
        const forged = `/files/${token.slice(0, index)}${changed}${token.slice(index + 1)}`;
        const { status, text } = await stage.send('GET', forged);
        expect({ index, status, body: JSON.parse(text) }).toEqual({
          index,
          status: 404,
          body: failure('file_not_found', 'File not found'),
        });
      }
    });

    it('404 once the file is deleted', async () => {
      const file = await newFile();
      const { url } = await getFile(file);
      await stage.database.prisma.file.deleteMany({ where: { id: file.id } });
      expect((await fetchFile(url)).status).toBe(404);
    });

    it('is never logged', async () => {
      const { url } = await getFile(await newFile());
      await fetchFile(url);
      const token = url.split('/').at(-1) ?? '';
      expect(stage.logs.filter((line) => line.includes(token))).toEqual([]);
    });
  });

  describe('the attachments of a message', () => {
    async function messageWith(file: StoredFile) {
      const facts = { type: 'image', name: file.name, contentType: file.contentType, size: file.size };
      const attachments = [{ ...facts, fileId: file.id }];
      return createMessage(stage.database, stage.own.chat, { type: 'image', attachments });
    }

    it('have a signed URL that works, in getMessage, searchChatMessages, getChat and searchChats', async () => {
      const file = await newFile();
      const message = await messageWith(file);
      const chatId = message.chatId;
      await stage.database.prisma.chat.updateMany({
        where: { id: chatId },
        data: { latestMessageId: message.id },
      });
      const body = { query: `eq(id,${chatId})` };
      const [got, page, chat, found] = await Promise.all([
        stage.v3.call('getMessage', { params: { messageId: message.id } }),
        stage.v3.call('searchChatMessages', { params: { chatId }, body: {} }),
        stage.v3.call('getChat', { params: { chatId } }),
        stage.v3.call('searchChats', { body }),
      ]);
      const messages = [
        expectStatus(got, 200).body.data,
        expectStatus(page, 200).body.data.find(({ id }) => id === message.id),
        expectStatus(chat, 200).body.data.latestMessage,
        expectStatus(found, 200).body.data[0]?.latestMessage,
      ];
      const { url, urlExpiresAt } = await getFile(file);
      for (const shown of messages) {
        expect(shown?.attachments).toEqual([
          {
            type: 'image',
            url,
            urlExpiresAt,
            fileId: file.id,
            name: file.name,
            contentType: 'image/png',
            size: 10,
          },
        ]);
      }
      expect((await fetchFile(url)).status).toBe(200);
    });

    it('have a new URL when the message is requested again a day later', async () => {
      const message = await messageWith(await newFile());
      const read = async () => {
        const response = await stage.v3.call('getMessage', { params: { messageId: message.id } });
        return expectStatus(response, 200).body.data.attachments[0]?.url ?? '';
      };
      const first = await read();
      stage.clock.advance(26 * hour);
      const statuses = [(await fetchFile(first)).status, (await fetchFile(await read())).status];
      expect(statuses).toEqual([410, 200]);
    });
  });
}

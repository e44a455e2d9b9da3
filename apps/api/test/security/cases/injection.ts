import { validateHeaderValue } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { formatFileName } from '../../../src/http/files/format-file-name.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { sendBytes, statusOf } from '../raw-connection.js';

export function describeInjection(stage: () => Stage): void {
  const get = (path: string, headers: string) =>
    sendBytes(stage().url, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);

  /** Every control character except line ends, and bytes that are not ASCII. */
  const strange = [...'\0\x01\b\t\v\f\x0e\x1b\x1f\x7f\x80\x85\x9b\xa0\xad\xff'];

  describe('a request header never becomes a response header or a log line', () => {
    it.each([
      ['a line break of Unix', 'a\nSet-Cookie: b=c'],
      ['a carriage return', 'a\rSet-Cookie: b=c'],
      ['a continued line', 'a\r\n Set-Cookie: b=c'],
      ['an encoded line break', 'a%0d%0aSet-Cookie:%20b=c'],
      ...strange.map((sign): [string, string] => [`a character ${JSON.stringify(sign)}`, `a${sign}b`]),
    ])('X-Request-Id with %s is not returned', async (_name, value) => {
      const response = await get('/healthz', `X-Request-Id: ${value}\r\n`);
      expect([200, 400]).toContain(statusOf(response));
      expect(response).toMatch(/\r\nX-Request-Id: req_\w+\r\n/i);
      expect(response).not.toMatch(/Set-Cookie/i);
    });

    it('an additional header does not occur in the response', async () => {
      for (const lineBreak of ['\r\n', '\u560d\u560a']) {
        const response = await get('/healthz', `X-Request-Id: a${lineBreak}Set-Cookie: b=c\r\n`);
        expect(response).toMatch(/\r\nX-Request-Id: a\r\n/i);
        expect(response).not.toMatch(/Set-Cookie/i);
      }
    });

    it('neither of two ids is returned', async () => {
      const response = await get('/healthz', 'X-Request-Id: one\r\nX-Request-Id: two\r\n');
      expect(response).toMatch(/\r\nX-Request-Id: req_\w+\r\n/i);
    });

    it.each(strange)('Idempotency-Key with %j is refused', async (sign) => {
      const token = `Authorization: Bearer ${stage().token}\r\n`;
      const body = 'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
      const head = `POST /v3/labels HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a${sign}b\r\n`;
      const response = await sendBytes(stage().url, `${head}${token}${body}`);
      expect(statusOf(response)).toBe(400);
    });
  });

  describe('a file name never becomes a header', () => {
    it('with any characters', () => {
      for (let code = 0; code < 0x10000; code += 1) {
        const header = formatFileName(`a${String.fromCharCode(code)}b`);
        validateHeaderValue('Content-Disposition', header);
        if (!/^filename="[ !#-~]*"; filename\*=UTF-8''[\w.%!~-]+$/.test(header)) throw new Error(header);
      }
    });

    it.each([
      ['a line break within the name', 'a\r\nSet-Cookie: b=c.txt'],
      ['quotes', 'a"; filename="b.html'],
      ['an encoded line break', "a.txt\"; filename*=UTF-8''%0d%0aSet-Cookie%3a%20b"],
    ])('from an upload: %s', async (_name, name) => {
      const part = `Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nHello`;
      const response = await stage().v3.callAny('uploadFile', {
        text: `--limit\r\n${part}\r\n--limit--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=limit' },
      });
      expect([200, 400]).toContain(response.status);
      if (response.status === 200) await expectHarmless(String(Object(response.body).data.id));
    });

    it('from the database', async () => {
      const { file } = stage().own;
      const name = 'a\r\nSet-Cookie: b=c\0"\\%\u2028\u202e\x1b[31m\ud800.html'.replaceAll(/[\0\ud800]/g, '');
      await stage().database.prisma.file.updateMany({ where: { id: file.id }, data: { name } });
      await expectHarmless(file.id);
    });

    async function expectHarmless(fileId: string): Promise<void> {
      const { body } = expectStatus(await stage().v3.call('getFilePublicUrl', { params: { fileId } }), 200);
      const { pathname } = new URL(body.data.publicUrl);
      const responses = [
        await stage().send('GET', pathname),
        await stage().send('GET', `/v3/files/${fileId}/download`, { token: stage().token }),
      ];
      for (const { status, headers } of responses) {
        expect(status).toBe(200);
        expect(headers).not.toHaveProperty('set-cookie');
        expect(headers['content-disposition']).toMatch(
          /^\w+; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.%!~-]*$/,
        );
      }
    }
  });

  describe('a log line stays one line of JSON in plain characters', () => {
    it.each([
      ['an encoded line break', '/v3/chats/a%0a%7b%22level%22%3a50%7d'],
      ['JSON', '/v3/chats/a","level":60,"msg":"hacked'],
      ['an escape sequence', '/v3/chats/%1b[2J%1b]0;hacked%07'],
      ['bytes that are not ASCII', '/v3/chats/a\x80\x85\x9b31m\xe2\x80\xa8\xff'],
      ['a very long path', `/v3/chats/${'a'.repeat(15_000)}`],
    ])('after a path with %s', async (_name, path) => {
      await get(path, `X-Request-Id: a\x85b\r\nUser-Agent: a\tb\x9b31m\r\n`);
      expectPlainLines();
    });

    it('after an error that repeats what the caller sent', async () => {
      const text = 'x\r\n{"level":60}\u2028\u2029\u0085\u009b31m\u202e';
      await stage().v3.callAny('createContact', { body: { firstName: text, metadata: { [text]: text } } });
      await stage().v3.callAny('searchContacts', { body: { query: text, sortBy: text, search: text } });
      await stage().v3.callAny('createLabel', { body: { name: text, [text]: text } });
      expectPlainLines();
    });

    function expectPlainLines(): void {
      for (const line of stage().logs) {
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(line.length).toBeLessThan(5_000);
      }
    }
  });
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { errorKeys, failure, invalid } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';

import type { Stage } from '../../support/start-stage.js';
import { mebibyte, uploadCalls } from './upload-calls.js';

export function describeRefusedUploads(stage: Stage): void {
  const { upload, sendForm } = uploadCalls(stage);

  const filePart = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello';

  async function expectNothingKept(work: () => Promise<unknown>): Promise<void> {
    const before = await snapshotTenant(stage.database, stage.tenantId);
    await work();
    expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
  }

  /** Sends the head of an upload. */
  function startUpload(length: string): Socket {
    const socket = connect(Number(new URL(stage.url).port), '127.0.0.1');
    const head = [
      'POST /v3/files HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${stage.token}`,
      'Content-Type: multipart/form-data; boundary=limit',
      length,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return socket;
  }

  describe('uploadFile 400; nothing is stored', () => {
    it.each<[string, readonly string[], Record<string, object>]>([
      ['no part at all', [], { file: { key: 'invalid_type', message: 'Required' } }],
      [
        'an empty file',
        ['Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'],
        { file: { key: 'too_small', message: 'File must not be empty' } },
      ],
      [
        'a text instead of the file',
        ['Content-Disposition: form-data; name="file"\r\n\r\nHello'],
        { file: { key: 'invalid_type', message: 'Expected file, received string' } },
      ],
      [
        'a file instead of the name',
        [filePart, 'Content-Disposition: form-data; name="name"; filename="b.txt"\r\n\r\nHello'],
        { name: { key: 'invalid_type', message: 'Expected string, received file' } },
      ],
      [
        'two files',
        [filePart, filePart],
        { file: { key: 'too_big', message: 'Form must contain this part only once' } },
      ],
      [
        'a name that is a path',
        [filePart, 'Content-Disposition: form-data; name="name"\r\n\r\n../a.txt'],
        { name: { key: 'invalid_string', message: expect.stringMatching(/^Invalid: must match pattern/) } },
      ],
      [
        'an empty name, and an unknown part',
        [
          filePart,
          'Content-Disposition: form-data; name="name"\r\n\r\n',
          'Content-Disposition: form-data; name="folder"\r\n\r\nMay',
        ],
        {
          folder: { key: 'unrecognized_keys', message: "Unrecognized key: 'folder'" },
          name: { key: 'too_small', message: 'String must contain at least 1 character(s)' },
        },
      ],
      [
        'a name with a NUL',
        [filePart, 'Content-Disposition: form-data; name="name"\r\n\r\na\0b'],
        { name: { key: 'invalid_string', message: expect.stringContaining('NUL') } },
      ],
      [
        'a name of a megabyte',
        [filePart, `Content-Disposition: form-data; name="name"\r\n\r\n${'a'.repeat(mebibyte)}`],
        { name: { key: 'too_big', message: expect.stringMatching(/^String must contain at most/) } },
      ],
      [
        'a part called __proto__',
        [filePart, 'Content-Disposition: form-data; name="__proto__"\r\n\r\nx'],
        { ['__proto__']: { key: 'unrecognized_keys', message: "Unrecognized key: '__proto__'" } },
      ],
    ])('%s', async (_, parts, errors) => {
      await expectNothingKept(async () => {
        const { body } = expectStatus(await sendForm(parts), 400);
        expect(Object.entries(Object(body.error.invalidParams))).toEqual(Object.entries(errors));
      });
    });

    it('an unknown file beside the expected one', async () => {
      const wrongBody = { file: new File(['x'], 'a.txt'), picture: new File(['y'], 'b.txt') };
      expect(errorKeys(await stage.v3.call('uploadFile', { wrongBody }))).toEqual({
        picture: 'invalid_type',
      });
    });

    it('no body at all', async () => {
      expect(errorKeys(await stage.v3.call('uploadFile', {}))).toEqual({ file: 'invalid_type' });
    });

    it('too many parts', async () => {
      const part = (_: unknown, index: number) => `Content-Disposition: form-data; name="p${index}"\r\n\r\nx`;
      const few = errorKeys(await sendForm(Array.from({ length: 50 }, part)));
      expect(few).toMatchObject({ p0: 'unrecognized_keys', p40: 'unrecognized_keys' });
      expect(few).not.toHaveProperty('body');
      await expectNothingKept(async () => {
        const { body } = expectStatus(await sendForm(Array.from({ length: 51 }, part)), 400);
        const message = 'Form must contain at most 50 parts';
        expect(body).toEqual(invalid({ body: { key: 'invalid_type', message } }));
      });
    });

    it.each([
      ['texts of 64 KB together', 'name="name"', 'name="folder"'],
      ['a text and names', 'name="name"', `name="${'a'.repeat(10_000)}"; filename="a.txt"`],
    ])('too much text: %s', async (_, one, other) => {
      const parts = [`${one}\r\n\r\n${'a'.repeat(60_000)}`, `${other}\r\n\r\n${'a'.repeat(6_000)}`];
      await expectNothingKept(async () => {
        const form = [filePart, ...parts.map((part) => `Content-Disposition: form-data; ${part}`)];
        const { body } = expectStatus(await sendForm(form), 400);
        const message =
          'Texts of a form must together contain at most 65536 bytes, including the names of its parts';
        expect(body).toEqual(invalid({ body: { key: 'too_big', message } }));
      });
    });

    it.each([
      ['an incomplete form', `--limit\r\n${filePart}`],
      ['a part whose head is broken', `--limit\r\n\0\0\0: x\r\n\r\nx\r\n--limit--`],
      ['no form', '{"file":"x"}'],
    ])('%s', async (_, text) => {
      await expectNothingKept(async () => {
        const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
        const { body } = expectStatus(await stage.v3.call('uploadFile', { text, headers }), 400);
        const message = 'Body is not a valid form (multipart/form-data)';
        expect(body).toEqual(invalid({ body: { key: 'invalid_type', message } }));
      });
    });

    it('the error for a form without a boundary says what to do', async () => {
      const headers = { 'content-type': 'multipart/form-data' };
      const { body } = expectStatus(await stage.v3.call('uploadFile', { text: 'x', headers }), 400);
      expect(body.error.invalidParams?.body?.message).toMatch(/let your HTTP client write that header/);
    });
  });

  describe('uploadFile 413; nothing is stored', () => {
    it('a file of 16 MiB and one byte', async () => {
      await expectNothingKept(async () => {
        const body = { file: new File([Buffer.alloc(16 * mebibyte + 1)], 'a.bin') };
        const response = expectStatus(await stage.v3.call('uploadFile', { body }), 413);
        expect(response.body).toEqual(failure('payload_too_large', 'Payload too large'));
      });
    });

    it('a body with a larger Content-Length, before any of it is read', async () => {
      const socket = startUpload(`Content-Length: ${17 * mebibyte}`);
      const [response] = await once(socket, 'data');
      expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
    });

    it('an endless stream is refused once it exceeds the limit', async () => {
      const socket = startUpload('Transfer-Encoding: chunked');
      writeChunk(`--limit\r\n${filePart}`);
      const arrival = once(socket, 'data');
      for (let sent = 0; sent <= 17; sent += 1) writeChunk('a'.repeat(mebibyte));
      const [response] = await arrival;
      expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();

      function writeChunk(text: string): void {
        socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
      }
    });
  });

  describe('uploadFile 415; nothing is stored', () => {
    it.each([
      { 'content-type': 'application/json' },
      { 'content-type': 'application/octet-stream' },
      { 'content-type': 'multipart/mixed; boundary=limit' },
      { 'content-type': 'multipart/form-data; boundary=limit', 'content-encoding': 'gzip' },
    ])('%j', async (headers) => {
      await expectNothingKept(async () => {
        const text = `--limit\r\n${filePart}\r\n--limit--\r\n`;
        const { body } = expectStatus(await stage.v3.call('uploadFile', { text, headers }), 415);
        expect(body).toEqual(failure('unsupported_media_type', 'Unsupported media type'));
      });
    });
  });

  describe('an aborted upload', () => {
    it('leaves nothing behind, and the service continues', async () => {
      await expectNothingKept(async () => {
        const socket = startUpload('Content-Length: 10000');
        await new Promise((sent) => socket.write(`--limit\r\n${filePart}`, sent));
        socket.destroy();
        await waitForLog('request aborted by the client');
      });
      expect((await upload('still here')).size).toBe(10);
    });

    async function waitForLog(text: string): Promise<void> {
      await waitUntil(() => stage.logs.some((line) => line.includes(text)));
    }
  });
}

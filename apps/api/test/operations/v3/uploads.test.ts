import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createToken, expectStatus } from '@parley/testkit';
import { failure, faultKeys, invalid } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage } from '../support/use-stage.js';

const stage = useStage();

const mebibyte = 1_024 * 1_024;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(content: Uint8Array<ArrayBuffer> | string, name = 'a.txt', type = '') {
  const file = new File([content], name, { type });
  return expectStatus(await stage.v3.call('uploadFile', { body: { file } }), 200).body.data;
}

/** A form written by hand, as no client would send it. */
function sendForm(parts: readonly string[], end = '--limit--\r\n') {
  const text = `${parts.map((part) => `--limit\r\n${part}\r\n`).join('')}${end}`;
  const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
  return stage.v3.call('uploadFile', { text, headers });
}

const filePart = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello';

async function expectNothingKept(work: () => Promise<unknown>): Promise<void> {
  const before = await snapshotTenant(stage.database, stage.tenantId);
  await work();
  expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
}

describe('uploadFile 200', () => {
  it('keeps the bytes as they are, and gives what is known of them', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const file = await upload(bytes, 'all bytes.bin');
    expect(file).toEqual({
      id: expect.any(String),
      createdAt: startTime,
      updatedAt: startTime,
      name: 'all bytes.bin',
      contentType: 'application/octet-stream',
      size: 256,
      publicUrl: null,
    });
    const stored = await stage.database.prisma.file.findFirstOrThrow({
      where: { id: file.id },
      include: { content: true },
    });
    expect(Buffer.from(stored.content?.bytes ?? [])).toEqual(bytes);
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
  ])('finds %s by the content, whatever the name and the type say', async (expected, content, name, type) => {
    expect(await upload(content, name, type)).toMatchObject({ contentType: expected, name });
  });

  it.each([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\temp\\offer.pdf', 'offer.pdf'],
    ['letters and signs of all kinds', "Grüße '1' ☎️.txt", "Grüße '1' ☎️.txt"],
    ['a change of direction', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['the name of a folder', '..', 'file'],
    ['three hundred letters', `${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(252)}.gz`],
    ['three hundred pairs of surrogates', `${'\u{1F600}'.repeat(300)}.txt`, `${'\u{1F600}'.repeat(251)}.txt`],
  ])('keeps of a name only what is harmless: %s', async (_, sent, kept) => {
    expect((await upload('x', sent)).name).toBe(kept);
  });

  it('prefers the name that is given apart; without any it is called file', async () => {
    const body = { file: new File(['x'], 'a.txt'), name: 'Price list (2027).txt' };
    expect(expectStatus(await stage.v3.call('uploadFile', { body }), 200).body.data.name).toBe(
      'Price list (2027).txt',
    );
    const nameless =
      'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx';
    expect(expectStatus(await sendForm([nameless]), 200).body.data.name).toBe('file');
  });

  it('takes exactly 16 MiB, also in chunks whose number nobody announced', async () => {
    // Of a tenant of its own, since the others here are compared byte by byte.
    const token = await createToken(stage.database, stage.other.tenant.id);
    const file = new File([Buffer.alloc(16 * mebibyte, 'a')], 'a.txt');
    const { body } = expectStatus(await stage.v3.call('uploadFile', { body: { file }, token }), 200);
    expect(body.data.size).toBe(16 * mebibyte);
    const form = new FormData();
    form.append('file', file);
    const encoded = new Response(form);
    const answer = await fetch(`${stage.url}/v3/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      body: encoded.body,
      duplex: 'half',
    });
    expect(answer.status).toBe(200);
  });

  it('the same key again: the stored answer for the same bytes, 422 for others of the same length', async () => {
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

describe('uploadFile 400; nothing is kept', () => {
  it.each<[string, readonly string[], Record<string, object>]>([
    ['no part at all', [], { file: { key: 'invalid_type', message: 'Required' } }],
    [
      'an empty file',
      ['Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'],
      { file: { key: 'too_small', message: 'File must not be empty' } },
    ],
    [
      'a text in the place of the file',
      ['Content-Disposition: form-data; name="file"\r\n\r\nHello'],
      { file: { key: 'invalid_type', message: 'Expected file, received string' } },
    ],
    [
      'a file in the place of the name',
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
      'an empty name, and a part that nobody knows',
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
  ])('%s', async (_, parts, faults) => {
    await expectNothingKept(async () => {
      const { body } = expectStatus(await sendForm(parts), 400);
      expect(Object.entries(Object(body.error.invalidParams))).toEqual(Object.entries(faults));
    });
  });

  it('a file that nobody knows beside the one that is asked for', async () => {
    const wrongBody = { file: new File(['x'], 'a.txt'), picture: new File(['y'], 'b.txt') };
    expect(faultKeys(await stage.v3.call('uploadFile', { wrongBody }))).toEqual({ picture: 'invalid_type' });
  });

  it('no body at all', async () => {
    expect(faultKeys(await stage.v3.call('uploadFile', {}))).toEqual({ file: 'invalid_type' });
  });

  it('more parts than anybody needs', async () => {
    const part = (_: unknown, index: number) => `Content-Disposition: form-data; name="p${index}"\r\n\r\nx`;
    const few = faultKeys(await sendForm(Array.from({ length: 50 }, part)));
    expect(few).toMatchObject({ p0: 'unrecognized_keys', p40: 'unrecognized_keys' });
    expect(few).not.toHaveProperty('body');
    await expectNothingKept(async () => {
      const { body } = expectStatus(await sendForm(Array.from({ length: 51 }, part)), 400);
      const message = 'Form must contain at most 50 parts';
      expect(body).toEqual(invalid({ body: { key: 'invalid_type', message } }));
    });
  });

  it.each([
    ['a form that ends in the middle', `--limit\r\n${filePart}`],
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

  it('a form without a boundary says what to do', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const { body } = expectStatus(await stage.v3.call('uploadFile', { text: 'x', headers }), 400);
    expect(body.error.invalidParams?.body?.message).toMatch(/let your HTTP client write that header/);
  });
});

describe('uploadFile 413; nothing is kept', () => {
  it('a file of 16 MiB and one byte', async () => {
    await expectNothingKept(async () => {
      const body = { file: new File([Buffer.alloc(16 * mebibyte + 1)], 'a.bin') };
      const answer = expectStatus(await stage.v3.call('uploadFile', { body }), 413);
      expect(answer.body).toEqual(failure('payload_too_large', 'Payload too large'));
    });
  });

  it('a body that says that it is larger, before a byte of it is read', async () => {
    const socket = connect(Number(new URL(stage.url).port), '127.0.0.1');
    const head = [
      'POST /v3/files HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${stage.token}`,
      'Content-Type: multipart/form-data; boundary=limit',
      `Content-Length: ${17 * mebibyte}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('a stream without an end is refused once it is over the limit', async () => {
    const socket = connect(Number(new URL(stage.url).port), '127.0.0.1');
    const head = [
      'POST /v3/files HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${stage.token}`,
      'Content-Type: multipart/form-data; boundary=limit',
      'Transfer-Encoding: chunked',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    writeChunk(`--limit\r\n${filePart}`);
    const answered = once(socket, 'data');
    for (let sent = 0; sent <= 17; sent += 1) writeChunk('a'.repeat(mebibyte));
    const [answer] = await answered;
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();

    function writeChunk(text: string): void {
      socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
    }
  });
});

describe('uploadFile 415; nothing is kept', () => {
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

describe('an upload that breaks off', () => {
  it('leaves nothing behind, and the service goes on', async () => {
    await expectNothingKept(async () => {
      const socket = connect(Number(new URL(stage.url).port), '127.0.0.1');
      const head = [
        'POST /v3/files HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${stage.token}`,
        'Content-Type: multipart/form-data; boundary=limit',
        'Content-Length: 10000',
      ];
      await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n--limit\r\n${filePart}`, sent));
      socket.destroy();
      await waitForLog('request aborted by the client');
    });
    expect((await upload('still here')).size).toBe(10);
  });

  async function waitForLog(text: string): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!stage.logs.some((line) => line.includes(text))) {
      if (Date.now() > deadline) throw new Error(`Nobody logged "${text}".`);
      await delay(5);
    }
  }
});

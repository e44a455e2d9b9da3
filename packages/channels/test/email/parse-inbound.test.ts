import { describe, expect, it } from '@jest/globals';
import { adapterFor, type InboundItem } from '../../src/index.js';
import * as payloads from '../payloads/email.js';
import { emailChannel, jsonRequest, RECEIVED_AT } from '../support/ingress-request.js';

const { parseInbound, verify } = adapterFor('email');
const parse = (body: unknown): Promise<InboundItem[]> => parseInbound(jsonRequest(body), emailChannel);

describe('X-Parley-Secret', () => {
  const withSecret = (secret: string) =>
    jsonRequest(payloads.fields, { headers: { 'x-parley-secret': secret } });

  it('accepts the secret of the channel', () => {
    expect(verify(withSecret('a-secret-of-the-mail-gateway'), emailChannel)).toEqual({ ok: true });
  });

  it.each(['', 'a-secret-of-the-mail-gatewa', 'a-secret-of-the-mail-gateway '])('refuses %p', (secret) => {
    expect(verify(withSecret(secret), emailChannel)).toMatchObject({ ok: false });
  });

  it('refuses a missing header and a channel without its secret', () => {
    expect(verify(jsonRequest({}), emailChannel)).toEqual({
      ok: false,
      reason: 'The header X-Parley-Secret is missing.',
    });
    expect(verify(withSecret(''), { ...emailChannel, secrets: { ingressSecret: '' } })).toEqual({
      ok: false,
      reason: 'The channel has no ingressSecret.',
    });
  });
});

describe('mail that arrives as fields', () => {
  it('becomes a message with subject, thread and files', async () => {
    expect(await parse(payloads.fields)).toEqual([
      {
        kind: 'message',
        externalId: '<cafe@example.com>',
        from: { handleType: 'email', value: 'jane.doe@example.com', name: 'Jane Doe' },
        type: 'text',
        text: 'Where is my order?',
        attachments: [
          {
            type: 'document',
            name: 'receipt.pdf',
            contentType: 'application/pdf',
            content: Buffer.from('%PDF-'),
            size: 5,
          },
          {
            type: 'image',
            name: 'photo.jpg',
            contentType: 'image/jpeg',
            url: 'https://mail.example/a/1',
            needsCredentials: false,
            size: 12,
          },
        ],
        timestamp: new Date('2025-11-14T09:20:00.000Z'),
        echo: false,
        automated: false,
        subject: 'Order A-7',
        replyTo: '<babe@shop.example>',
      },
    ]);
  });

  it('accepts the sender as an object, and an id without its brackets', async () => {
    const from = { address: 'jane@example.com', name: 'Jane' };
    expect(await parse({ from, text: 'Hi', messageId: 'cafe@example.com' })).toMatchObject([
      { externalId: '<cafe@example.com>', from: { value: 'jane@example.com', name: 'Jane' } },
    ]);
  });

  it.each([
    ['<a@shop.example>', undefined, '<a@shop.example>'],
    ['a@shop.example', '<other@shop.example>', '<a@shop.example>'],
    ['"Your message of Friday" <a@shop.example>', undefined, '<a@shop.example>'],
    ['Message from Desk of Friday', '<a@shop.example> <b@shop.example>', '<b@shop.example>'],
    [undefined, '<a@shop.example>\r\n <b@shop.example>', '<b@shop.example>'],
    ['Message from Desk of Friday', undefined, undefined],
  ])('with In-Reply-To %j and References %j replies to %j', async (inReplyTo, references, expected) => {
    const [item] = await parse({ from: 'jane@example.com', text: 'Hi', inReplyTo, references });
    expect(item).toMatchObject({ kind: 'message' });
    expect(item && 'replyTo' in item ? item.replyTo : undefined).toBe(expected);
  });

  it('without an id the same mail twice has the same id', async () => {
    const mail = { from: 'jane@example.com', text: 'Hi' };
    const [[first], [second], [other]] = [
      await parse(mail),
      await parse(mail),
      await parse({ ...mail, text: 'Ho' }),
    ];
    expect(first?.externalId).toBe(second?.externalId);
    expect(first?.externalId).not.toBe(other?.externalId);
  });

  it('a very long id is shortened so that it fits an index', async () => {
    const [item] = await parse({
      from: 'jane@example.com',
      text: 'Hi',
      messageId: `<${'x'.repeat(100_000)}>`,
    });
    expect(item?.externalId).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('a date in the future is replaced by the time of arrival', async () => {
    const [item] = await parse({ from: 'jane@example.com', text: 'Hi', date: '2099-01-01' });
    expect(item).toMatchObject({ timestamp: RECEIVED_AT });
  });

  it('text falls back on HTML, then on the subject', async () => {
    const mail = { from: 'jane@example.com', subject: 'Subject' };
    expect(await parse({ ...mail, html: '<b>Bold</b>' })).toMatchObject([{ text: 'Bold' }]);
    expect(await parse({ ...mail, html: '<img src=x>' })).toMatchObject([{ text: 'Subject' }]);
    expect(await parse({ from: 'jane@example.com' })).toEqual([]);
  });

  it('reads folded lines of the name and subject with one space each', async () => {
    const mime = 'From: Ada\r\n\tLovelace <ada@example.com>\r\nSubject: two\r\n\t  words\r\n\r\nhi';
    const [item] = await parse(payloads.raw(mime));
    expect(item).toMatchObject({ from: { name: 'Ada Lovelace' }, subject: 'two words' });
  });

  it('a file name cannot name a folder', async () => {
    const attachments = [
      { name: '../../etc/passwd', content: 'eA==' },
      { name: 'C:\\x\\y.exe', content: 'eA==' },
    ];
    expect(await parse({ from: 'jane@example.com', attachments })).toMatchObject([
      { attachments: [{ name: 'passwd' }, { name: 'y.exe' }] },
    ]);
  });

  it.each([undefined, 7, '', 'nobody', {}, { address: 'a@b, c@d' }])(
    'the sender %p is malformed',
    async (from) => {
      await expect(parse({ from, text: 'Hi' })).rejects.toMatchObject({
        name: 'MalformedPayloadError',
        errors: [{ path: 'from' }],
      });
    },
  );
});

describe('mail that arrives as MIME', () => {
  it('is decoded: charsets, encoded words, quoted-printable, base64, file names', async () => {
    expect(await parse(payloads.encodedMime)).toEqual([
      {
        kind: 'message',
        externalId: '<mime-1@example.de>',
        from: { handleType: 'email', value: 'joerg@example.de', name: 'Jörg Müller' },
        type: 'text',
        text: 'Schöne Grüße, und eine lange Zeile, die umgebrochen wurde.',
        attachments: [
          {
            type: 'document',
            name: 'Angebot Ü.pdf',
            contentType: 'application/pdf',
            content: Buffer.from('%PDF-1.7'),
            size: 8,
          },
        ],
        timestamp: new Date('2025-11-14T09:20:00.000Z'),
        echo: false,
        automated: false,
        subject: 'Grüße aus Köln',
        replyTo: '<babe@shop.example>',
      },
    ]);
  });

  it('replies to the last mail in References if it has no In-Reply-To, also when only its head is read', async () => {
    const mail = payloads.raw(`From: jane@example.com
Subject: Order
References: ${Array.from({ length: 200 }, (_, index) => `<${index}@shop.example>`).join('\n ')}

Hi`);
    const options = { headOnlyAfter: 'deadline' } as const;
    for (const items of [await parse(mail), await parseInbound(jsonRequest(mail), emailChannel, options)]) {
      expect(items).toMatchObject([{ replyTo: '<199@shop.example>' }]);
    }
  });

  it('HTML alone becomes readable text', async () => {
    expect(await parse(payloads.htmlMime)).toMatchObject([
      { text: 'Sale\n\n20 & more €\nnow\n\n- One\n- Two' },
    ]);
  });

  it('a forwarded mail stays a file and is not the sender’s text', async () => {
    expect(await parse(payloads.forwardedMime)).toMatchObject([
      { text: 'See below.', attachments: [{ contentType: 'message/rfc822' }] },
    ]);
  });

  it.each([
    ['Auto-Submitted: auto-replied', true],
    ['Auto-Submitted: no', false],
    ['Precedence: bulk', true],
    ['List-Id: <news.example.com>', true],
    ['X-Nothing: x', false],
  ])('%s: automated %p', async (header, automated) => {
    expect(await parse(payloads.automatedMime(header))).toMatchObject([{ automated }]);
  });

  it('a bounce is the failure of our message, not a message', async () => {
    expect(await parse(payloads.bounceMime('failed'))).toEqual([
      {
        kind: 'status',
        externalId: '<our-id@shop.example>',
        status: 'failed',
        errors: [
          { code: '5.1.1', message: 'smtp; 550 5.1.1 <jane@example.com>: Recipient address rejected' },
        ],
        reference: null,
      },
    ]);
  });

  it('a report of a delivery or a delay is not a message', async () => {
    expect(await parse(payloads.bounceMime('delivered'))).toMatchObject([
      { status: 'delivered', errors: [] },
    ]);
    expect(await parse(payloads.bounceMime('delayed'))).toEqual([]);
  });

  it.each([7, '', null, {}])('raw %p is malformed', async (raw) => {
    await expect(parse({ raw })).rejects.toMatchObject({ errors: [{ path: 'raw', key: 'invalid_type' }] });
  });

  it('bytes that are not a mail have no sender', async () => {
    await expect(parse(payloads.raw('\u0000\u0001 garbage'))).rejects.toMatchObject({
      name: 'MalformedPayloadError',
      errors: [{ path: 'from' }],
    });
  });

  it('parts that are nested too deeply do not crash the parser: the mail is kept with its sender', async () => {
    const levels = Array.from(
      { length: 1000 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    );
    await expect(parse(payloads.raw(`From: a@b.example\n${levels.join('')}`))).resolves.toMatchObject([
      { from: { value: 'a@b.example' }, attachments: [{ name: 'mail.eml', contentType: 'message/rfc822' }] },
    ]);
  });
});

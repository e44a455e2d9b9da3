import { describe, expect, it } from '@jest/globals';
import { parseInbound } from '../../src/email/parse-inbound.js';
import type { IncompleteReason } from '../../src/index.js';
import { raw } from '../payloads/email.js';
import { emailChannel, jsonRequest } from '../support/ingress-request.js';

const head =
  'From: Ada <ada@example.com>\r\nMessage-ID: <1@example.com>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n';
const mixed = `${head}Content-Type: multipart/mixed; boundary="x y"\r\n\r\n`;
const attachment = '--x y\r\nContent-Type: image/png\r\n\r\nabc\r\n';

async function parse(body: unknown) {
  const reasons: IncompleteReason[] = [];
  const onIncomplete = (reason: IncompleteReason) => void reasons.push(reason);
  const [item] = await parseInbound(jsonRequest(body), emailChannel, { onIncomplete });
  if (item?.kind !== 'message') throw new Error('The mail is no message.');
  return { ...item, reasons };
}

describe('a mail over a bound is kept with its head, and is attached to the message', () => {
  it.each<[IncompleteReason, string]>([
    ['unreadable', `${head}X-Long: ${'a'.repeat(300 * 1024)}\r\n\r\nhello`],
    ['unreadable', `${head}X-Folded: a\r\n${' b\r\n'.repeat(132_000)}\r\nhello`],
    ['unreadable', `${mixed}--x y\r\nX-Folded: a\r\n${' b\r\n'.repeat(132_000)}\r\nhello\r\n--x y--\r\n`],
    ['unreadable', `${mixed}--x y\r\nX-Long: ${'a'.repeat(300 * 1024)}\r\n\r\nhello\r\n--x y--\r\n`],
    ['unreadable', `${mixed}${`--x y\r\nX-Long: ${'a'.repeat(30 * 1024)}\r\n\r\n`.repeat(10)}--x y--\r\n`],
    ['parts', `${mixed}${'--x y\r\n\r\n'.repeat(20_000)}--x y--\r\n`],
    ['lines', `${head}\r\n${'\r\n'.repeat(300_000)}hello`],
    ['attachments', `${mixed}${attachment.repeat(101)}--x y--\r\n`],
  ])('%s', async (reason, mime) => {
    const { reasons, from, externalId, subject, text, type, attachments } = await parse(raw(mime));
    expect(reasons).toEqual([reason]);
    expect(attachments).toMatchObject([
      { name: 'mail.eml', contentType: 'message/rfc822', size: mime.length },
    ]);
    expect(attachments[0]?.content?.toString() === mime).toBe(true);
    expect({ from, externalId, subject, text, type }).toEqual({
      from: { handleType: 'email', value: 'ada@example.com', name: 'Ada' },
      externalId: '<1@example.com>',
      subject: 'Grüße',
      text: 'Grüße',
      type: 'text',
    });
  });

  it('text: the beginning is the text of the message', async () => {
    const long = 'a'.repeat(100_001);
    const mime = await parse(raw(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${long}`));
    expect(mime.reasons).toEqual(['text']);
    expect(mime.text).toHaveLength(100_000);
    expect(mime.attachments).toMatchObject([{ name: 'mail.eml' }]);
    const fields = await parse({ from: 'ada@example.com', text: long });
    expect(fields.text).toHaveLength(100_000);
    expect(fields.attachments).toMatchObject([{ name: 'mail.txt', contentType: 'text/plain' }]);
    expect(fields.attachments[0]?.content?.toString() === long).toBe(true);
  });

  it.each([
    ['a long text', `<p>${'a'.repeat(100_001)}</p>`, 100_000],
    ['more than a million characters', `<p>a</p>${'<!-- -->'.repeat(10_000)}${' '.repeat(1_000_000)}b`, 1],
    ['more than 20,000 tags', `a${'<br>'.repeat(20_001)}b`, 1],
    ['tags that are nested too deeply', `a${'<b>'.repeat(1_100)}b`, 1],
  ])('text, of HTML with %s', async (_, html, length) => {
    const mime = `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;
    const mail = await parse(raw(mime));
    expect(mail.reasons).toEqual(['text']);
    expect(mail.text).toHaveLength(length);
    expect(mail.attachments).toMatchObject([{ name: 'mail.eml', size: mime.length }]);
    const fields = await parse({ from: 'ada@example.com', html });
    expect(fields.reasons).toEqual(['text']);
    expect(fields.text).toHaveLength(length);
    expect(fields.attachments).toMatchObject([{ name: 'mail.html', contentType: 'text/html' }]);
    expect(fields.attachments[0]?.content?.toString() === html).toBe(true);
  });
});

describe('a mail within its bounds', () => {
  it('is parsed completely, with the maximum number of attachments and the longest text', async () => {
    const text = `--x y\r\nContent-Type: text/plain\r\n\r\n${'a'.repeat(99_000)}\r\n`;
    const parsed = await parse(raw(`${mixed}${text}${attachment.repeat(100)}--x y--\r\n`));
    expect(parsed.reasons).toEqual([]);
    expect(parsed.attachments).toHaveLength(100);
  });

  it('may have parts with long bodies, and messages of others', async () => {
    const lines = 'aaaa\r\n'.repeat(10_000);
    const base64 = `--x y\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`;
    const forwarded = `--x y\r\nContent-Type: message/rfc822\r\n\r\nSubject: b\r\n\r\n${lines}`;
    const { reasons } = await parse(raw(`${mixed}${base64}${forwarded}--x y--\r\n`));
    expect(reasons).toEqual([]);
  });

  it('may have a long text after its last part', async () => {
    const { reasons, attachments } = await parse(
      raw(`${mixed}${attachment}--x y--\r\n${'after\r\n'.repeat(3_000)}`),
    );
    expect(reasons).toEqual([]);
    expect(attachments).toHaveLength(1);
  });

  it('may have 1,000 dashed lines, and attachments whose names have brackets', async () => {
    const named = attachment.replace('image/png', 'image/png; name="a (1).png"; name*=utf-8\'\'a');
    const text = `--x y\r\nContent-Type: text/plain\r\n\r\n${'-- a\r\n'.repeat(1_000)}`;
    const { reasons, attachments } = await parse(raw(`${mixed}${named}${text}--x y--\r\n`));
    expect(reasons).toEqual([]);
    expect(attachments).toHaveLength(1);
  });

  it('may have 20,000 dashed lines in its text', async () => {
    const { reasons } = await parse(raw(`${head}\r\n${'--\r\n'.repeat(20_000)}`));
    expect(reasons).toEqual([]);
  });
});

it('400 for a mail in fields with more than 100 attachments', async () => {
  const attachments = Array.from({ length: 101 }, () => ({ content: 'YQ==' }));
  await expect(parse({ from: 'ada@example.com', text: 'hi', attachments })).rejects.toMatchObject({
    errors: [{ path: 'attachments', key: 'too_big' }],
  });
});

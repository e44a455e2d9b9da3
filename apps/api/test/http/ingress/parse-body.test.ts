import { afterEach, expect, test } from '@jest/globals';
import {
  adapterFor,
  type IngressRequest,
  ParsingThreads,
  type ParsingThreadsOptions,
} from '@parley/channels';
import { type IngressChannel, plans } from '@parley/core';
import { pino } from 'pino';
import { notification } from '../../../../../packages/channels/test/payloads/whatsapp.js';
import { whatsappChannel } from '../../../../../packages/channels/test/support/ingress-request.js';
import { createBodyParser } from '../../../src/http/ingress/parse-body.js';

const limits: ParsingThreadsOptions = { threads: 1, deadlineMs: 20_000, waitMs: 20_000, heapMb: 256 };
const channel: IngressChannel = {
  id: 'channel',
  tenantId: 'tenant',
  type: 'email',
  provider: 'email',
  settings: {},
  secrets: {},
  defaultCountry: null,
  limits: plans.free.limits,
  waitingJobs: 0,
};

let threads: ParsingThreads;
afterEach(() => threads.close());

function startParser(changes: Partial<ParsingThreadsOptions> = {}) {
  threads = new ParsingThreads({ ...limits, ...changes });
  const incomplete: string[] = [];
  const unparsed: string[] = [];
  const metrics = {
    countIncompleteMail: (reason: string) => void incomplete.push(reason),
    countUnparsedBody: (reason: string) => void unparsed.push(reason),
  };
  const parseBody = createBodyParser({ threads, logger: pino({ level: 'silent' }), metrics });
  const parse = (request: IngressRequest) => parseBody({ channel, adapter: adapterFor('email'), request });
  return { parse, incomplete, unparsed };
}

function requestWith(body: object): IngressRequest {
  const rawBody = Buffer.from(JSON.stringify(body));
  return { method: 'POST', url: '', headers: {}, query: {}, rawBody, receivedAt: new Date() };
}

const mailOf = (mime: string) => requestWith({ raw: Buffer.from(mime).toString('base64') });
/** Parsing this mail takes seconds: the time grows with the square of the number of addresses. */
const slowMail = mailOf(`From: a@b.example\nTo: ${'a@b.c,'.repeat(43_000)}\n\nhello`);

test('503 for a mail that is being parsed when the process stops; it is not stored without its content', async () => {
  const { parse, incomplete, unparsed } = startParser();
  const parsing = expect(parse(slowMail)).rejects.toMatchObject({ code: 'service_unavailable' });
  await threads.close();
  await parsing;
  await expect(parse(slowMail)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect([...incomplete, ...unparsed]).toEqual([]);
});

test('503 for a mail whose thread crashes, which is counted', async () => {
  const { parse, incomplete, unparsed } = startParser();
  const mail = mailOf('From: a@b.example\nDate: Sat, 14 Nov 2026 09:30:00 +0000\n\nhello');
  // An invalid time, which no request has, ends the thread with a TypeError.
  const broken = { ...mail, receivedAt: 'now' as unknown as Date };
  await expect(parse(broken)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect({ incomplete, unparsed }).toEqual({ incomplete: [], unparsed: ['crash'] });
  expect(await parse(mail)).toMatchObject([{ text: 'hello' }]);
});

test('a mail that takes too much memory is stored with its headers only, and the reason is memory', async () => {
  const { parse, incomplete, unparsed } = startParser({ heapMb: 30 });
  const parts = `Content-Type: multipart/mixed; boundary=x\n\n${'--x\nContent-Type: text/plain\n\n'.concat('é€\n'.repeat(60_000)).repeat(4)}`;
  expect(await parse(mailOf(`From: a@b.example\n${parts}`))).toMatchObject([
    { from: { value: 'a@b.example' }, attachments: [{ name: 'mail.eml' }] },
  ]);
  expect({ incomplete, unparsed }).toEqual({ incomplete: ['memory'], unparsed: [] });
});

test('items that are ignored are logged by their kind, however many there are', async () => {
  const lines: string[] = [];
  threads = new ParsingThreads(limits);
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const metrics = { countIncompleteMail: () => {}, countUnparsedBody: () => {} };
  const parseBody = createBodyParser({ threads, logger, metrics });
  const messages = Array.from({ length: 50_000 }, (_, number) =>
    number < 49_960 ? {} : { type: `kind ${number}` },
  );
  const request = requestWith(notification({ messages }));
  const { settings, secrets } = whatsappChannel;
  const whatsapp = { ...channel, type: 'whatsapp', provider: 'whatsapp', settings, secrets } as const;
  expect(await parseBody({ channel: whatsapp, adapter: adapterFor('whatsapp'), request })).toEqual([]);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toHaveLength(11);
  expect(logged[0]).toMatchObject({ kind: 'unknown', count: 49_960, msg: 'ingress items ignored' });
  expect(logged.at(-1)).toMatchObject({ kind: 'other', count: 31 });
});

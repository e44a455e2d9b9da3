import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { adapterFor, type OutboundMessage, type ProviderCallOptions } from '../../src/index.js';
import { emailChannel } from '../support/ingress-request.js';
import { attachment, MESSAGE_ID, outbound } from '../support/outbound-message.js';
import { startProvider } from '../support/provider-server.js';
import { refusal, type SmtpProvider, startSmtp } from './smtp-provider.js';

const { send } = adapterFor('email');
const to = { handleType: 'email', value: 'Jane@Example.com' } as const;
const message = outbound({ to, text: 'Schöne Grüße' });

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function smtp(...args: Parameters<typeof startSmtp>): Promise<SmtpProvider> {
  const provider = await startSmtp(...args);
  cleanups.push(provider.stop);
  return provider;
}

function sendTo(port: number, mail: OutboundMessage = message, options: ProviderCallOptions & Changes = {}) {
  const { settings, secrets, ...rest } = options;
  return send(
    mail,
    {
      type: 'email',
      settings: { ...(emailChannel.settings as object), port, ...settings },
      secrets: { ...(emailChannel.secrets as object), ...secrets },
    },
    rest,
  );
}

interface Changes {
  readonly settings?: object;
  readonly secrets?: object;
}

describe('sending by SMTP', () => {
  it('delivers text, names and thread; the Message-ID is made from our own id', async () => {
    const server = await smtp();
    const reply = { ...message, subject: 'Re: Größe', inReplyTo: '<cafe@example.com>' };
    expect(await sendTo(server.port, reply)).toEqual({
      vendorId: `<${MESSAGE_ID}@shop.example>`,
      walk: ['sent'],
    });
    expect(server.mails[0]?.to).toEqual(['jane@example.com']);
    expect(await PostalMime.parse(server.mails[0]?.mime ?? '')).toMatchObject({
      from: { address: 'desk@shop.example', name: 'Shop' },
      to: [{ address: 'jane@example.com' }],
      subject: 'Re: Größe',
      messageId: `<${MESSAGE_ID}@shop.example>`,
      inReplyTo: '<cafe@example.com>',
      references: '<cafe@example.com>',
      text: 'Schöne Grüße\n',
    });
  });

  it.each([
    [{}, undefined],
    [{ automated: true }, 'auto-generated'],
    [{ automated: true, inReplyTo: '<cafe@example.com>' }, 'auto-replied'],
  ])('tells other machines what wrote it: %j', async (written, expected) => {
    const server = await smtp();
    await sendTo(server.port, { ...message, ...written });
    const { headers } = await PostalMime.parse(server.mails[0]?.mime ?? '');
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe(expected);
  });

  it('attaches the bytes that came along and downloads the others', async () => {
    const server = await smtp();
    const files = await startProvider((response) => response.end('from the link'));
    cleanups.push(files.stop);
    const attachments = [
      attachment({ name: 'a.txt', contentType: 'text/plain', url: null, content: Buffer.from('carried') }),
      attachment({ name: 'b.jpg', url: `${files.url}/b` }),
    ];
    await sendTo(server.port, { ...message, attachments });
    const mail = await PostalMime.parse(server.mails[0]?.mime ?? '');
    expect(
      mail.attachments.map(({ filename, content }) => [
        filename,
        Buffer.from(content as ArrayBuffer).toString(),
      ]),
    ).toEqual([
      ['a.txt', 'carried'],
      ['b.jpg', 'from the link'],
    ]);
  });

  it('logs in with the account of the channel', async () => {
    const server = await smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'desk' && password === 'right'
          ? done(null, { user: 'desk' })
          : done(refusal(535, 'Bad login')),
    });
    const settings = { username: 'desk' };
    await sendTo(server.port, message, { settings, secrets: { password: 'right' } });
    expect(server.mails).toHaveLength(1);
    await expect(
      sendTo(server.port, message, { settings, secrets: { password: 'wrong' } }),
    ).rejects.toMatchObject({
      code: '535',
      retryable: false,
    });
  });

  it('a subject or name with line breaks adds no header', async () => {
    const server = await smtp();
    await sendTo(
      server.port,
      { ...message, subject: 'Hi\r\nBcc: eve@example.com' },
      { settings: { fromName: 'A\r\nX-Evil: 1' } },
    );
    const mail = await PostalMime.parse(server.mails[0]?.mime ?? '');
    expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']));
    expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(server.mails[0]?.to).toEqual(['jane@example.com']);
  });

  it('the caller may open the connection', async () => {
    const server = await smtp();
    const opened: number[] = [];
    await sendTo(server.port, message, {
      openSocket: async ({ host, port }) => {
        opened.push(port);
        const socket = connect({ host, port });
        await once(socket, 'connect');
        return socket;
      },
    });
    expect(opened).toEqual([server.port]);
    expect(server.mails).toHaveLength(1);
  });
});

describe('mail that cannot be sent', () => {
  it.each([
    ['invalid_recipient', outbound({ to: { handleType: 'email', value: 'a@x.example, b@y.example' } })],
    ['invalid_recipient', outbound({ to: { handleType: 'email', value: 'nobody' } })],
    ['empty_message', outbound({ to, text: null })],
    ['attachment_without_content', outbound({ to, attachments: [attachment({ url: null })] })],
    [
      'attachment_without_content',
      outbound({ to, attachments: [attachment({ url: 'file:///etc/passwd' })] }),
    ],
  ])('%s: refused for good and never sent', async (code, mail) => {
    const server = await smtp();
    await expect(sendTo(server.port, mail)).rejects.toMatchObject({
      name: 'SendError',
      code,
      retryable: false,
    });
    expect(server.mails).toHaveLength(0);
  });

  it.each([
    ['host', { host: '' }],
    ['from', { from: undefined }],
    ['password', { username: 'desk' }],
  ])('channel_not_configured: names the missing %s', async (name, settings) => {
    await expect(sendTo(1, message, { settings })).rejects.toMatchObject({
      code: 'channel_not_configured',
      message: `The channel has no ${name}.`,
    });
  });
});

describe('replies of the SMTP server', () => {
  it.each([
    [421, true],
    [450, true],
    [451, true],
    [452, true],
    [550, false],
    [552, false],
    [554, false],
  ])('%i to the recipient: retryable %p, with the server’s own words', async (code, retryable) => {
    const server = await smtp({
      onRcptTo: (_address, _session, done) => done(refusal(code, 'No such luck')),
    });
    await expect(sendTo(server.port)).rejects.toMatchObject({
      code: String(code),
      message: expect.stringContaining('No such luck'),
      retryable,
      mayHaveBeenSent: false,
    });
  });

  it('are kept in part, and without what no database takes', async () => {
    const port = await rawServer((server) =>
      server.on('connection', (socket) => socket.end(`554 No\0such luck ${'x'.repeat(5_000)}\r\n`)),
    );
    await expect(sendTo(port)).rejects.toMatchObject({
      code: '554',
      message: `554 Nosuch luck ${'x'.repeat(983)}`,
    });
  });

  it.each([
    [451, true],
    [552, false],
  ])('%i to the data: retryable %p', async (code, retryable) => {
    const server = await smtp({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refusal(code, 'Too bad')));
      },
    });
    await expect(sendTo(server.port)).rejects.toMatchObject({ code: String(code), retryable });
  });

  it('no STARTTLS where it is required: nothing is sent in the clear', async () => {
    const server = await smtp();
    await expect(sendTo(server.port, message, { settings: { requireTls: true } })).rejects.toMatchObject({
      name: 'SendError',
      retryable: false,
    });
    expect(server.mails).toHaveLength(0);
  });

  it.each([
    ['by STARTTLS', { disabledCommands: [] }, { requireTls: true }],
    ['from the first byte', { secure: true }, { secure: true }],
  ])('a certificate that nobody vouches for, %s: nothing is sent', async (_case, server, settings) => {
    const { port, mails } = await smtp(server);
    await expect(sendTo(port, message, { settings })).rejects.toMatchObject({
      name: 'SendError',
      message: expect.stringMatching(/certificate/i),
      mayHaveBeenSent: false,
    });
    expect(mails).toHaveLength(0);
  });
});

describe('an SMTP server that is not there', () => {
  it('nobody listening: retryable, and the mail is certainly not out', async () => {
    const server = await startSmtp();
    await server.stop();
    await expect(sendTo(server.port)).rejects.toMatchObject({
      code: 'network_error',
      retryable: true,
      mayHaveBeenSent: false,
    });
  });

  it('hangs up while reading: retryable, and the mail may be out', async () => {
    const port = await rawServer((server) => {
      server.on('connection', (socket) => {
        socket.on('error', () => {});
        socket.write('220 hello\r\n');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await expect(sendTo(port)).rejects.toMatchObject({
      code: 'network_error',
      retryable: true,
      mayHaveBeenSent: true,
    });
  });

  it('never says a word: cut by the deadline', async () => {
    const port = await rawServer(() => {});
    await expect(sendTo(port, message, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      mayHaveBeenSent: true,
    });
  });

  it('is left in the middle of a command: the caller’s signal stops the exchange', async () => {
    const controller = new AbortController();
    const port = await rawServer((server) => {
      server.on('connection', (socket) => {
        socket.write('220 hello\r\n');
        socket.once('data', () => controller.abort());
      });
    });
    await expect(sendTo(port, message, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
      retryable: true,
    });
  });
});

async function rawServer(prepare: (server: Server) => void): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.add(socket);
  });
  prepare(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  // The server listens on a TCP port, so its address is not a pipe's name.
  return (server.address() as AddressInfo).port;
}

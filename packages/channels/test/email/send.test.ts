import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { attachment, MESSAGE_ID, outbound } from '../support/outbound-message.js';
import { startProvider } from '../support/provider-server.js';
import { refusal } from './smtp-provider.js';
import { message, sendTo, to, useSmtp } from './use-smtp.js';

const { smtp, stopAfterTest } = useSmtp();

describe('sending by SMTP', () => {
  it('delivers text, names and thread; the Message-ID contains our own id', async () => {
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
  ])('marks for other machines whether a person wrote it: %j', async (written, expected) => {
    const server = await smtp();
    await sendTo(server.port, { ...message, ...written });
    const { headers } = await PostalMime.parse(server.mails[0]?.mime ?? '');
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe(expected);
  });

  it('attaches stored bytes and downloads the others', async () => {
    const server = await smtp();
    const files = await startProvider((response) => response.end('from the link'));
    stopAfterTest(files.stop);
    const attachments = [
      attachment({
        name: 'a.txt',
        contentType: 'text/plain',
        url: null,
        readChunks: () => [Buffer.from('car'), Buffer.from('ried')],
      }),
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
  ])('%s: permanently refused and never sent', async (code, mail) => {
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

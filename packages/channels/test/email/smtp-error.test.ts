import { describe, expect, it } from '@jest/globals';
import { refusal, startSmtp } from './smtp-provider.js';
import { message, sendTo, useSmtp } from './use-smtp.js';

const { smtp, rawServer } = useSmtp();

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

  it('are truncated, and stored without null characters', async () => {
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

  it('no STARTTLS where it is required: nothing is sent unencrypted', async () => {
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
  ])('an untrusted certificate, %s: nothing is sent', async (_case, server, settings) => {
    const { port, mails } = await smtp(server);
    await expect(sendTo(port, message, { settings })).rejects.toMatchObject({
      name: 'SendError',
      message: expect.stringMatching(/certificate/i),
      mayHaveBeenSent: false,
    });
    expect(mails).toHaveLength(0);
  });
});

describe('an SMTP server that fails', () => {
  it('does not listen: retryable, and the mail was certainly not sent', async () => {
    const server = await startSmtp();
    await server.stop();
    await expect(sendTo(server.port)).rejects.toMatchObject({
      code: 'network_error',
      retryable: true,
      mayHaveBeenSent: false,
    });
  });

  it('closes the connection while reading: retryable, and the mail may have been sent', async () => {
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

  it('never responds: ended by the deadline', async () => {
    const port = await rawServer(() => {});
    await expect(sendTo(port, message, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      mayHaveBeenSent: true,
    });
  });

  it('is in the middle of a command when the signal of the caller stops the exchange', async () => {
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

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Starts a real SMTP server that stores the mails that it receives. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpProvider> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, mime: Buffer.concat(chunks) });
        done();
      });
    },
    ...options,
  });
  // Clients that hang up are part of the tests.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  // The server listens on a TCP port, so its address is not a pipe's name.
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

export interface ReceivedMail {
  readonly to: string[];
  readonly mime: Buffer;
}

export interface SmtpProvider {
  readonly port: number;
  readonly mails: ReceivedMail[];
  stop(): Promise<void>;
}

/** Returns the reply of a server that refuses; `responseCode` is what smtp-server sends. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { listen } from '../crash/listen.js';

/** Providers that refuse every request, and repeat its credentials in the text of the error. */
export interface RepeatingProvider {
  /** The APIs of Meta and Twilio. */
  readonly url: string;
  readonly smtpPort: number;
  stop(): Promise<void>;
}

export async function startRepeatingProvider(): Promise<RepeatingProvider> {
  const http = await listen(createHttpServer((request, response) => refuse(request, response)));
  const sockets = new Set<Socket>();
  const smtp = createServer((socket) => {
    sockets.add(socket);
    refuseLogin(socket);
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: http.url,
    smtpPort: address.port,
    async stop() {
      await http.stop();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => smtp.close(resolve));
    },
  };
}

/** Media are unavailable for a while, so that their job fails and is run again. */
function refuse({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [, credentials = ''] = (headers.authorization ?? '').split(' ');
  const message = `Malformed access token ${credentials}, ${Buffer.from(credentials, 'base64').toString()}`;
  response.writeHead(url.includes('/media-') ? 503 : 400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 20003, message, error: { code: 190, message } }));
}

/** Speaks as much SMTP as a client needs in order to log in (RFC 4954). */
function refuseLogin(socket: Socket): void {
  socket.on('error', () => {});
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 smtp.partner.example');
  createInterface(socket).on('line', (line) => {
    const [command, , credentials = ''] = line.split(' ');
    if (command === 'EHLO') reply('250 AUTH PLAIN');
    else if (command === 'AUTH')
      reply(
        `535 Bad login ${credentials} ${Buffer.from(credentials, 'base64').toString().split('\0').at(-1)}`,
      );
    else reply('221 Bye');
  });
}

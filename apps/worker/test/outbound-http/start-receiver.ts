import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { throwAwayCertificate } from './throw-away-certificate.js';

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** Every connection that was ever accepted. */
  readonly sockets: Socket[];
  readonly serverNames: (string | false | undefined)[];
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly secure?: boolean;
}

type Responder = (response: ServerResponse, request: ReceivedRequest) => void;

/** Starts a receiver that speaks HTTP. By default it responds with 200. */
export async function startReceiver(
  respond: Responder = (response) => response.end('ok'),
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
      requests.push(received);
      respond(response, received);
    });
  };
  const server = options.secure
    ? createHttpsServer(throwAwayCertificate, listener)
    : createHttpServer(listener);
  return listen(server, requests, options);
}

/** Starts a receiver on a bare connection, which behaves as the test defines. */
export function startTcpReceiver(
  onConnection: (socket: Socket) => void,
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {
      // The sender may close the connection at any time.
    });
    onConnection(socket);
  });
  return listen(server, [], options);
}

async function listen(
  server: Server,
  requests: ReceivedRequest[],
  { host = '127.0.0.1', port = 0 }: ReceiverOptions,
): Promise<Receiver> {
  const sockets: Socket[] = [];
  const serverNames: (string | false | undefined)[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.on('secureConnection', (socket) => serverNames.push(socket.servername));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');

  return {
    port: address.port,
    requests,
    sockets,
    serverNames,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Stands for the receivers of all subscribers. */
export interface WebhookReceiver {
  readonly url: string;
  readonly receivedCount: number;
  /** Called with the id of the event as soon as the head of a request has arrived. */
  onArrival: ((eventId: string) => void) | undefined;
  stop(): Promise<void>;
}

const accepted = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const endOfHead = '\r\n\r\n';

/**
 * Receives webhooks in this process. It reads only what it needs from each request: with the HTTP server of Node.js, the
 * request of the fiftieth subscriber would wait for the other forty-nine, although every subscriber has a server of its own.
 */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const sockets = new Set<Socket>();
  let receivedCount = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The worker may end a connection at any time.
    socket.on('error', () => socket.destroy());
    readRequests(socket, {
      onHead: (eventId) => receiver.onArrival?.(eventId),
      onEnd() {
        receivedCount += 1;
        socket.write(accepted);
      },
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/`,
    get receivedCount() {
      return receivedCount;
    },
    onArrival: undefined,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return receiver;
}

interface RequestEvents {
  onHead(eventId: string): void;
  onEnd(): void;
}

/** Reads one request after the other; the worker sends none before the response to the last one. */
function readRequests(socket: Socket, { onHead, onEnd }: RequestEvents): void {
  let head = '';
  let bytesLeft = 0;
  socket.on('data', (chunk: Buffer) => {
    if (bytesLeft > 0) bytesLeft -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf(endOfHead);
      if (end < 0) return;
      onHead(headerOf(head, 'webhook-id'));
      bytesLeft = end + endOfHead.length + Number(headerOf(head, 'content-length')) - head.length;
      head = '';
    }
    if (bytesLeft <= 0) onEnd();
  });
}

function headerOf(head: string, name: string): string {
  const value = new RegExp(`\r\n${name}: (.*)\r\n`, 'i').exec(head)?.[1];
  if (value === undefined) throw new Error(`A delivery has no header ${name}.`);
  return value;
}

import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

export interface FailingRelay {
  readonly url: string;
  /**
   * Closes all connections, and refuses every login with a SQLSTATE. Default is 08P01, which PgBouncer sends while its
   * server is away.
   */
  fail(code?: string): void;
  recover(): void;
  /** Closes the connection that sends the next statement with this text, instead of passing on the response to it. */
  loseResponseTo(text: string): void;
  /** How many logins were refused. */
  refused(): number;
  close(): Promise<void>;
}

/** A relay to the database that can behave as a pooler without a server, or as a server that starts. */
export async function startFailingRelay(databaseUrl: string): Promise<FailingRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let refusal: Buffer | undefined;
  let refused = 0;
  let lost: string | undefined;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((inbound) => {
    inbound.on('error', () => undefined);
    const message = refusal;
    if (message) {
      refused += 1;
      inbound.once('data', () => inbound.end(message));
      return;
    }
    const outbound = openSocket({ host: target.hostname, port: Number(target.port) });
    outbound.on('error', () => undefined);
    inbound.on('data', (chunk) => {
      if (lost === undefined || !chunk.includes(lost)) return;
      lost = undefined;
      outbound.unpipe(inbound);
      // The server has responded, and thus committed.
      outbound.once('data', () => inbound.destroy());
    });
    inbound.pipe(outbound).pipe(inbound);
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('close', () => (socket === inbound ? outbound : inbound).destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    fail(code = '08P01') {
      refusal = describeError({ S: 'FATAL', C: code, M: 'server login has been failing' });
      closeAll();
    },
    recover() {
      refusal = undefined;
    },
    loseResponseTo(text) {
      lost = text;
    },
    refused: () => refused,
    async close() {
      closeAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** ErrorResponse: the letter E, its length, and fields that end with a zero byte. */
function describeError(fields: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(fields).map(([field, value]) => `${field}${value}\0`);
  const body = Buffer.from(`${text.join('')}\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

export interface FailingRelay {
  readonly url: string;
  /** Closes all connections, and refuses every login as PgBouncer does while its server is away. */
  fail(): void;
  recover(): void;
  /** How many logins were refused. */
  refused(): number;
  close(): Promise<void>;
}

/** A relay to the database that can behave as a pooler without a server. */
export async function startFailingRelay(databaseUrl: string): Promise<FailingRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFailing = false;
  let refused = 0;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((inbound) => {
    inbound.on('error', () => undefined);
    if (isFailing) {
      refused += 1;
      inbound.once('data', () => inbound.end(refusal));
      return;
    }
    const outbound = openSocket({ host: target.hostname, port: Number(target.port) });
    outbound.on('error', () => undefined);
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
    fail() {
      isFailing = true;
      closeAll();
    },
    recover() {
      isFailing = false;
    },
    refused: () => refused,
    async close() {
      closeAll();
      server.close();
      await once(server, 'close');
    },
  };
}

const refusal = describeError({ S: 'FATAL', C: '08P01', M: 'server login has been failing' });

/** ErrorResponse: the letter E, its length, and fields that end with a zero byte. */
function describeError(fields: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(fields).map(([field, value]) => `${field}${value}\0`);
  const body = Buffer.from(`${text.join('')}\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

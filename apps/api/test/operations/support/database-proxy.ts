import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

/** A proxy between the API and PostgreSQL that can interrupt their connection. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Keeps every connection open but forwards nothing. */
  freeze(): void;
  thaw(): void;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((inbound) => {
    const outbound = openSocket({ host: target.hostname, port: Number(target.port || 5432) });
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // A pipe does not end when its source fails, as it does when a server closes without having read everything.
      socket.on('error', () => other.destroy());
    }
    inbound.pipe(outbound).pipe(inbound);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async cut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    async restore() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    freeze() {
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      for (const socket of sockets) socket.resume();
    },
  };
}

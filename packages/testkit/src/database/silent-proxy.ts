import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

/** A proxy between a client and PostgreSQL that can drop all data without closing the connection. */
export interface SilentProxy {
  readonly url: string;
  swallow(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((inbound) => {
    const outbound = openSocket({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('close', () => to.destroy());
      // The connection is closed after an error, so the other end notices it.
      from.on('error', () => undefined);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    swallow() {
      isSilent = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

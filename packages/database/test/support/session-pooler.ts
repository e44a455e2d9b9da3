import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

/**
 * Starts a proxy that looks like a pooler in session mode: it invents the process id of each cancel key, as every
 * pooler does. Real poolers take part in `npm run test:production`.
 */
export async function startSessionPooler(
  databaseUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((inbound) => {
    const outbound = openSocket({ host: target.hostname, port: Number(target.port) });
    inbound.on('data', (bytes) => outbound.write(bytes));
    outbound.on('data', (bytes) => inbound.write(inventKey(bytes)));
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (socket === inbound ? outbound : inbound).destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  // A server that listens on a port has an address object with the port.
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Replaces the process id in the message BackendKeyData: the letter K, its length of 12, the process id, the secret.
 */
function inventKey(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0) bytes.writeInt32BE(1_234_567_890, at + 5);
  return bytes;
}

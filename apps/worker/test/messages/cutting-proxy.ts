import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before an SMTP server and cuts the first connection right after the mail, so that its response is lost. */
export async function startCuttingProxy(
  targetPort: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Broken connections are what this is for.
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    upstream.pipe(client);
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk);
      if (isCut || !chunk.toString('latin1').endsWith('\r\n.\r\n')) return;
      isCut = true;
      upstream.unpipe(client);
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on a TCP port, so its address is not a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

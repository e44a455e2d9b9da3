import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Starts a proxy of an SMTP server that closes the first connection right after the mail, so that the response is lost.
 */
export async function startInterruptingProxy(
  targetPort: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let isInterrupted = false;
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // This proxy breaks connections on purpose.
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    upstream.pipe(client);
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk);
      if (isInterrupted || !chunk.toString('latin1').endsWith('\r\n.\r\n')) return;
      isInterrupted = true;
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

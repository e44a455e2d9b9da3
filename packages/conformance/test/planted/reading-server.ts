import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server that reads every body to its end. It accepts requests without a body, and refuses those with one. */
export async function startReadingServer() {
  const requests: { method: string; url: string; headers: Record<string, unknown>; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks) });
    response.writeHead(chunks.length === 0 ? 200 : 400, { 'content-type': 'application/json' });
    response.end('{"id":7}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

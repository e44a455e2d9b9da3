import { createServer } from 'node:net';

/** Returns the preferred port or the next free one above it; any free port when there is no preference. */
export async function findFreePort(preferred: number | undefined): Promise<number> {
  if (preferred === undefined) return listenBriefly(0);
  for (let port = preferred; port < preferred + 100 && port < 65_536; port += 1) {
    if (await isFree(port)) return port;
  }
  return listenBriefly(0);
}

export function isFree(port: number): Promise<boolean> {
  return listenBriefly(port).then(
    () => true,
    () => false,
  );
}

function listenBriefly(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const chosen = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(chosen));
    });
  });
}

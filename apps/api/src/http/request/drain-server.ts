import type { Server } from 'node:http';

/**
 * Stops accepting connections, lets running requests finish, and closes the remaining connections after `timeoutMs`.
 */
export async function drainServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its request ends, and would otherwise stay open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

import type { Server } from 'node:http';

/** Stops accepting, lets running requests finish, and ends whatever is left after `timeoutMs`. */
export async function drainServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its request is over, and would stay open for the next one.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

import { setTimeout as delay } from 'node:timers/promises';
import { type Server, type ServerName, type ServerOptions, startServer } from './start-server.js';
import { readThreadNanos } from './thread-time.js';

/**
 * Starts a server and waits until it is idle: our server prepares the first requests of each operation in the
 * background, which would count as the cost of the requests that are measured.
 */
export async function startPreparedServer(
  name: ServerName,
  databaseUrl: string,
  options?: ServerOptions,
): Promise<Server> {
  const server = await startServer(name, databaseUrl, options);
  try {
    await waitUntilIdle(server.pid);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

const idleNanos = 5_000_000;
const idleMs = 200;

async function waitUntilIdle(pid: number): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const before = await readThreadNanos(pid);
    await delay(idleMs);
    if ((await readThreadNanos(pid)) - before < idleNanos) return;
  }
  throw new Error('The server is never idle.');
}

import { startPreparedServer } from './start-prepared-server.js';
import type { Server, ServerName } from './start-server.js';
import type { Stage } from './start-stage.js';

/** Starts the named servers in this order, and stops them when the work is done. */
export async function withServers<const Names extends readonly ServerName[], Result>(
  { databaseUrl }: Stage,
  names: Names,
  work: (servers: { readonly [Index in keyof Names]: Server }) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = [];
  try {
    for (const name of names) servers.push(await startPreparedServer(name, databaseUrl));
    // The cast is safe: one server was started for each name, in the same order.
    return await work(servers as { [Index in keyof Names]: Server });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

import { makePartitions } from '../../src/index.js';
import type { GuardedServer } from './guarded-server.js';
import { withClient } from './sessions.js';

/** Creates the partitions of the coming weeks, as a worker does. */
export function createPartitions({ roleUrl }: GuardedServer, weeks: number): Promise<string[]> {
  const until = new Date(Date.now() + weeks * 7 * 24 * 60 * 60 * 1_000);
  return withClient(roleUrl, (client) => makePartitions(client, until));
}

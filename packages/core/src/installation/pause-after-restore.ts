import type { Database } from '@parley/database';
import { pauseWorkers, recordFirstServer } from './pause.js';
import { isBehind, readServerPosition, type ServerPosition } from './server-position.js';

/**
 * Pauses the workers when the database was restored: messages and deliveries that were sent after the backup are
 * unsent in it, and would be sent again. A dump that is restored on another server is noticed by the server's
 * identifier, an earlier state of the same server by a position that was kept outside the database.
 */
export async function pauseAfterRestore(
  database: Pick<Database, 'sql'>,
  lastSeen: ServerPosition | undefined,
): Promise<void> {
  const current = await readServerPosition(database);
  const known = await recordFirstServer(database, current.systemIdentifier);
  if (known !== current.systemIdentifier) return pauseWorkers(database, otherServer);
  if (lastSeen?.systemIdentifier === known && (await isBehind(database, lastSeen))) {
    await pauseWorkers(database, earlierState);
  }
}

const otherServer = 'the database was restored or moved to another PostgreSQL server';
const earlierState = 'the database was restored to an earlier moment';

import type { Database } from '@parley/database';
import { acceptFirstPlace, pauseUnlessResumed } from './pause.js';
import { isBehind, readServerPosition, type ServerPosition } from './server-position.js';

/** A position that a worker has read from the database and keeps outside of it. */
export interface KnownPosition extends ServerPosition {
  readonly resumes: number;
}

/**
 * Pauses the workers when the database was restored: in the restored database, messages and deliveries that were sent
 * after the backup are not sent yet, and workers would send them again. A restored dump is recognized by its place (see
 * `ServerPosition`), and an earlier state of the same server by a position that was kept outside the database. Returns
 * the current position, or undefined when it has paused the workers.
 */
export async function pauseAfterRestore(
  database: Pick<Database, 'sql'>,
  lastSeen: KnownPosition | undefined,
): Promise<KnownPosition | undefined> {
  const current = await readServerPosition(database);
  const { place, resumes } = await acceptFirstPlace(database, current.place);
  if (place !== current.place) {
    await pauseUnlessResumed(database, { reason: otherPlace, resumes });
    return undefined;
  }
  // An operator who has resumed the workers has accepted the earlier state.
  const counts = lastSeen !== undefined && lastSeen.place === place && lastSeen.resumes >= resumes;
  if (counts && (await isBehind(database, lastSeen))) {
    await pauseUnlessResumed(database, { reason: earlierState, resumes });
    return undefined;
  }
  return { ...current, resumes };
}

const otherPlace = 'the database was restored from a dump, or moved to another PostgreSQL server';
const earlierState = 'the database was restored to an earlier moment';

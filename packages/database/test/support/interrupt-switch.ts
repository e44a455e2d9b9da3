import { waitUntil } from '../../../testkit/src/wait-until.js';
import type { GuardedDatabase } from './guarded-database.js';
import { findWaiting, pidOf, withClient } from './sessions.js';

/** Calls `meanwhile` when the change waits for the first table of its list. */
export async function interrupt(
  { owner, ownerUrl }: GuardedDatabase,
  change: () => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  await withClient(ownerUrl, async (locking) => {
    await locking.query('begin; lock table api_keys in access share mode');
    const changed = change();
    const pid = await pidOf(locking);
    await waitUntil(async () => (await findWaiting(owner, pid)) !== undefined);
    await meanwhile();
    await locking.query('commit');
    await changed;
  });
}

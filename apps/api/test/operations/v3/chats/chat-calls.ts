import { findEvents } from '../../support/find-events.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';

import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export const unknownId = '0193a1e0-5c00-7000-8000-00000000ffff';

/** Returns functions that call the chat operations for the tenant of the world. */
export function chatCalls(stage: Stage, world: RenewableWorld) {
  function snapshot() {
    return snapshotTenant(stage.database, world.tenant.id);
  }

  async function eventsAbout(chatId: string): Promise<unknown[]> {
    return (await findEvents(stage.database, { chatId })).map(({ type, data }) => ({ type, data }));
  }

  return { snapshot, eventsAbout };
}

import type { components } from '@parley/contract/v3';
import type { AttributeType } from '@parley/database';
import { createAttribute } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { findEvents } from '../../support/find-events.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';

import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export type Schemas = components['schemas'];

export const unknownId = '0193a1e0-5c00-7000-8000-00000000ffff';

/** Returns functions that call the contact operations for the tenant of the world. */
export function contactCalls(stage: Stage, world: RenewableWorld) {
  function newAttribute(externalId: string, type: AttributeType) {
    return createAttribute(stage.database, world.tenant.id, { externalId, name: externalId, type });
  }

  function snapshot() {
    return snapshotTenant(stage.database, world.tenant.id);
  }

  async function eventsAbout(contactId: string): Promise<{ type: string; data: unknown }[]> {
    return (await findEvents(stage.database, { contactId })).map(({ type, data }) => ({ type, data }));
  }

  /** Waits until this many statements of the API wait for a lock. */
  function areWaiting(count: number): Promise<true> {
    return waitUntil(async () => {
      const { rows } = await stage.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length >= count;
    });
  }

  return { newAttribute, snapshot, eventsAbout, areWaiting };
}

import type pg from 'pg';
import { createTestDatabase } from '../../../testkit/src/database/create-test-database.js';
import { guardDatabase } from '../../../testkit/src/database/guard-database.js';
import { fillTenant } from './fill-tenant.js';
import { connect } from './sessions.js';

export interface GuardedDatabase {
  readonly ownerUrl: string;
  /** A role that owns nothing, and the URL for it. */
  readonly role: string;
  readonly roleUrl: string;
  readonly owner: pg.Client;
  /** Two tenants with rows in every table. */
  readonly tenantIds: readonly [string, string];
  close(): Promise<void>;
}

/** Creates a migrated database with two tenants, in which row-level security is on. */
export async function createGuardedDatabase(): Promise<GuardedDatabase> {
  const target = await createTestDatabase();
  const { role, roleUrl, release } = await guardDatabase(target);
  const owner = await connect(target.url);
  const { tenantId: first } = await fillTenant(target.database.prisma);
  const { tenantId: second } = await fillTenant(target.database.prisma);
  return {
    ownerUrl: target.url,
    role,
    roleUrl,
    owner,
    tenantIds: [first, second],
    async close() {
      await owner.end();
      await release();
      await target.close();
    },
  };
}

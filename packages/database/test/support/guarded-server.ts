import pg from 'pg';
import { openDatabase, prepareRole, runMigrations } from '../../src/index.js';
import { fillTenant } from './fill-tenant.js';
import { startTemporaryServer } from './temporary-server.js';

export interface GuardedServer {
  readonly ownerUrl: string;
  /** The URL for a role that owns nothing. */
  readonly roleUrl: string;
  readonly owner: pg.Client;
  /** Two tenants with rows in every table. */
  readonly tenantIds: readonly [string, string];
  stop(): Promise<void>;
}

/** Starts a migrated server with two tenants, on which row-level security can be turned on. */
export async function startGuardedServer(): Promise<GuardedServer> {
  const server = await startTemporaryServer();
  const ownerUrl = server.url;
  await runMigrations(ownerUrl);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`create role app login password 'secret'`);
  await prepareRole({ role: 'app', ownerUrl });
  const filling = openDatabase({ url: ownerUrl, poolSize: 1 });
  const { tenantId: first } = await fillTenant(filling.prisma);
  const { tenantId: second } = await fillTenant(filling.prisma);
  await filling.close();
  return {
    ownerUrl,
    roleUrl: Object.assign(new URL(ownerUrl), { username: 'app', password: 'secret' }).href,
    owner,
    tenantIds: [first, second],
    async stop() {
      await owner.end();
      await server.stop();
    },
  };
}

import { createTestDatabase } from '@parley/testkit';
import { startDatabaseProxy } from './database-proxy.js';
import { type Stage, startStage } from './start-stage.js';

/** An API whose database can be broken and mended, with no tenants yet. The test's own connections are not touched. */
export interface BreakableStage extends Omit<Stage, 'own' | 'other' | 'tenantId' | 'token'> {
  /** Every statement about a table or type of ours fails from here on. */
  hideTables(): Promise<void>;
  showTables(): Promise<void>;
  cutConnections(): Promise<void>;
  allowConnections(): Promise<void>;
}

export async function startBreakableStage(): Promise<BreakableStage> {
  const { url, database, close } = await createTestDatabase();
  const proxy = await startDatabaseProxy(url);
  const stage = await startStage({ env: { DATABASE_URL: proxy.url } });
  return {
    ...stage,
    // The one that the stage came with stays empty: the API was told of another.
    database,
    async hideTables() {
      await database.pool.query('alter schema public rename to hidden');
    },
    async showTables() {
      await database.pool.query('alter schema hidden rename to public');
    },
    cutConnections: proxy.cut,
    allowConnections: proxy.restore,
    async stop() {
      await stage.stop();
      await proxy.cut();
      await close();
    },
  };
}

import type { Database, Tenant } from '@parley/database';
import { createTenant, createToken } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { startService } from '../support/start-service.js';

export interface TestService {
  readonly url: string;
  readonly database: Database;
  readonly tenant: Tenant;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts the API and a worker with their own database, as two processes would. Read the result only inside tests. */
export function useService(): TestService {
  const target = useTestDatabase();
  return useResource(
    async () => {
      const { url, stop } = await startService(target.url);
      const tenant = await createTenant(target.database);
      const token = await createToken(target.database, tenant.id);
      return { url, database: target.database, tenant, token, stop };
    },
    ({ stop }) => stop(),
  );
}

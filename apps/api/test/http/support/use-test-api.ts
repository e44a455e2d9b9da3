import { createTestDatabase, type TestDatabase } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import {
  makeTenant,
  startTestApi,
  stopTestApis,
  type TestApi,
  type TestApiOptions,
  type TestTenant,
  type TestTenantOptions,
} from './start-test-api.js';

export interface TestTenantStage {
  readonly db: TestDatabase;
  readonly tenant: TestTenant;
}

export interface TestApiStage extends TestTenantStage {
  readonly api: TestApi;
}

/** Creates a database for all tests of a file. Afterwards, it stops every API that a test has started. */
export function useApiDatabase(): TestDatabase {
  return useResource(createTestDatabase, async ({ close }) => {
    await stopTestApis();
    await close();
  });
}

/** Like `useApiDatabase`, with a tenant. */
export function useTestTenant(options?: TestTenantOptions): TestTenantStage {
  const db = useApiDatabase();
  return { db, tenant: useResource(() => makeTenant(db.database, options)) };
}

/** Like `useTestTenant`, with an API that all tests of the file share. */
export function useTestApi(
  options: Omit<TestApiOptions, 'database'> = {},
  tenantOptions?: TestTenantOptions,
): TestApiStage {
  const stage = useTestTenant(tenantOptions);
  return { ...stage, api: useResource(() => startTestApi({ database: stage.db.database, ...options })) };
}

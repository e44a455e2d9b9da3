import { afterAll, beforeAll } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@parley/testkit';
import {
  makeTenant,
  startTestApi,
  stopTestApis,
  type TestApi,
  type TestApiOptions,
  type TestTenant,
} from './start-test-api.js';

export interface TestTenantStage {
  readonly db: TestDatabase;
  readonly tenant: TestTenant;
}

export interface TestApiStage extends TestTenantStage {
  readonly api: TestApi;
}

/** Creates a database with a tenant for all tests of a file. Afterwards, it stops every API that a test has started. */
export function useTestTenant(): TestTenantStage {
  const stage = {} as { db: TestDatabase; tenant: TestTenant }; // Jest sets it before the first test.
  beforeAll(async () => {
    stage.db = await createTestDatabase();
    stage.tenant = await makeTenant(stage.db.database);
  });
  afterAll(async () => {
    await stopTestApis();
    await stage.db?.close();
  });
  return stage;
}

/** Like `useTestTenant`, with an API that all tests of the file share. */
export function useTestApi(options: Omit<TestApiOptions, 'database'> = {}): TestApiStage {
  const stage = useTestTenant() as TestApiStage & { api: TestApi }; // Jest adds the API before the first test.
  beforeAll(async () => {
    stage.api = await startTestApi({ database: stage.db.database, ...options });
  });
  return stage;
}

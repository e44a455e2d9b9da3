import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@parley/testkit';
import { makeTenant, send, startTestApi, type TestApi, type TestTenant } from './start-test-api.js';

let db: TestDatabase;
let api: TestApi;
let tenant: TestTenant;

beforeAll(async () => {
  db = await createTestDatabase();
  tenant = await makeTenant(db.database);
  api = await startTestApi({ database: db.database });
});

afterAll(async () => {
  await api?.stop();
  await db?.close();
});

describe('GET', () => {
  it('hands the decoded path parameter and the tenant to the handler', async () => {
    const { status, body } = await send(`${api.url}/v3/notes/a%20b`, { token: tenant.token });
    expect(body).toMatchObject({
      data: { operationId: 'getNote', tenantId: tenant.id, params: { noteId: 'a b' } },
    });
    expect(status).toBe(200);
  });
});

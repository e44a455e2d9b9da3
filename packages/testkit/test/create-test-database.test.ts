import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../src/index.js';

const open: TestDatabase[] = [];

afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

async function create(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  open.push(database);
  return database;
}

describe('createTestDatabase', () => {
  it('creates a migrated database without any row', async () => {
    const { database } = await create();
    expect(await database.prisma.tenant.count()).toBe(0);
  });

  it('keeps two databases separate', async () => {
    const [first, second] = [await create(), await create()];
    await first.database.prisma.tenant.create({
      data: { id: '0193a1e0-5c00-7000-8000-000000000001', slug: 'one', name: 'One' },
    });
    expect(await second.database.prisma.tenant.count()).toBe(0);
  });

  it('names a connection that was left open', async () => {
    const database = await createTestDatabase({ graceMs: 100 });
    const leak = new pg.Client({ connectionString: database.url, application_name: 'forgotten' });
    leak.on('error', () => undefined);
    await leak.connect();
    await expect(database.close()).rejects.toThrow(/left open.*\n- forgotten/);
    await leak.end().catch(() => undefined);
  });
});

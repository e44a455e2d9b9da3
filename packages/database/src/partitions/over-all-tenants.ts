import type pg from 'pg';
import { rollBack } from '../connections/end-transaction.js';
import { allTenants, withScope } from '../row-security/scope-sql.js';

/** Partitions have the rows of all tenants, which a transaction must declare where row-level security is on. */
export async function overAllTenants<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(withScope('begin', { scope: allTenants }));
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

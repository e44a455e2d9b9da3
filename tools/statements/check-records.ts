import type ts from 'typescript';
import type { Database } from '../../packages/database/src/index.js';
import { checkValue } from './check-value.js';

interface RecordsToCheck {
  readonly name: string;
  readonly text: string;
  /**
   * Optional. By default, the statement is called with the tenant, or the tenant and id, of a row of the last table
   * that it names.
   */
  readonly values?: readonly unknown[] | undefined;
  readonly row: ts.Type;
  readonly checker: ts.TypeChecker;
}

/** Runs a statement, rolls it back, and compares the returned rows with the declared type. */
export async function checkRecords(
  database: Database,
  { name, text, values, row, checker }: RecordsToCheck,
): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const problems = new Set<string>();
    let count = 0;
    for (const given of values ? [values] : await listKeys(database, text)) {
      const { rows } = await client.query({ text, values: [...given] });
      count += rows.length;
      for (const problem of rows.flatMap((found) => checkValue(found, row, checker))) {
        problems.add(`${name} returns a row in which ${problem}`);
      }
    }
    return count === 0 ? [`${name} returns no row; add values with which it finds one`] : [...problems];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function listKeys({ pool }: Database, text: string): Promise<unknown[][]> {
  const table = text.match(/from (\w+)\s+where \1\.tenant_id = \$1::uuid/)?.[1];
  if (table === undefined) return [];
  const key = text.includes('$2') ? 'array[tenant_id, id]' : 'distinct array[tenant_id]';
  const { rows } = await pool.query<{ key: string[] }>(`select ${key} as key from ${table}`);
  const takesList = text.includes('$2::uuid[]');
  return rows.map(({ key: [tenantId, id] }) =>
    takesList ? [tenantId, [id]] : [tenantId, id].filter(Boolean),
  );
}

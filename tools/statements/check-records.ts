import type ts from 'typescript';
import type { Database } from '../../packages/database/src/index.js';
import { checkValue } from './check-value.js';

interface RecordsToCheck {
  readonly name: string;
  readonly text: string;
  /** Optional; by default the statement reads by tenant, or by tenant and id, from the table that it names last. */
  readonly values?: readonly unknown[] | undefined;
  readonly row: ts.Type;
  readonly checker: ts.TypeChecker;
}

/** Runs a statement, and undoes it, to compare the rows that it returns with the type that it declares. */
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
  return rows.map((row) => row.key);
}

import pg from 'pg';
import {
  describeOtherPolicies,
  type GuardedTable,
  hasGuard,
  isGuarded,
  listGuardedTables,
} from './guarded-tables.js';

/**
 * What a process does about row-level security. `ready`: it declares its tenants, whether or not there are policies. So
 * all processes can be restarted before the policies are created, and before they are removed.
 */
export type RowSecurityMode = 'off' | 'ready' | 'on';

/** The process and the database do not match. The message is one line for the operator. */
export class RowSecurityError extends Error {
  override readonly name = 'RowSecurityError';
}

/** Throws if row-level security would not work as this process is configured. */
export async function checkRowSecurity(database: pg.Pool | pg.Client, mode: RowSecurityMode): Promise<void> {
  if (mode === 'ready') return;
  const tables = await listGuardedTables(database);
  const problem = mode === 'on' ? findGap(tables) : findPolicy(tables);
  if (problem !== undefined) throw new RowSecurityError(problem);
}

export interface RowSecurityState {
  readonly state: 'on' | 'off' | 'incomplete';
  /** The tables without row-level security, and those with policies that show more rows. */
  readonly unguarded: readonly string[];
}

/** Reports whether row-level security is on, for the operator. */
export async function readRowSecurity(url: string): Promise<RowSecurityState> {
  const tables = await listTables(url);
  const unguarded = tables.filter((table) => !isGuarded(table)).map(({ name }) => name);
  const isOff = tables.every(({ hasRowSecurity, hasPolicy }) => !hasRowSecurity && !hasPolicy);
  return { state: isOff ? 'off' : unguarded.length === 0 ? 'on' : 'incomplete', unguarded };
}

async function listTables(url: string): Promise<GuardedTable[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await listGuardedTables(client);
  } finally {
    await client.end();
  }
}

/** Statements go through the tables, so a partition that alone is guarded does no harm. */
function findPolicy(tables: readonly GuardedTable[]): string | undefined {
  if (!tables.some(({ isRestricted, kind }) => isRestricted === true && kind !== 'partition'))
    return undefined;
  return (
    'Row-level security is on in the database, so this process would fail. Set DATABASE_ROW_SECURITY=on for every process ' +
    'and command, or turn it off as the owner: npm run migrate -- row-security off'
  );
}

const named = 3;

function findGap(tables: readonly GuardedTable[]): string | undefined {
  const unguarded = tables.filter((table) => !hasGuard(table)).map(({ name }) => name);
  if (unguarded.length > 0) {
    const others = unguarded.length > named ? ` and ${unguarded.length - named} more` : '';
    return (
      `DATABASE_ROW_SECURITY is on, but these tables have no row-level security: ${unguarded.slice(0, named).join(', ')}${others}. ` +
      'Turn it on as the owner: npm run migrate -- row-security on'
    );
  }
  const problem = describeOtherPolicies(tables);
  if (problem !== undefined) return problem;
  if (tables.every(({ isRestricted }) => isRestricted !== false)) return undefined;
  return (
    'DATABASE_ROW_SECURITY is on, but row-level security does not apply to the role of DATABASE_URL, because it owns the ' +
    'tables or bypasses row-level security. Use a role that owns nothing (DATABASE_ROLE).'
  );
}

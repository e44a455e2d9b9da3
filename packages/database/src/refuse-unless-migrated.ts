import pg from 'pg';
import { inspectPooler, type Pooling } from './connections/inspect-pooler.js';
import { diagnoseMigrations } from './diagnose-migrations.js';
import { explainConnectionFailure } from './explain-connection-failure.js';
import { refuseOtherSchema } from './refuse-other-schema.js';
import { findMissingRights } from './roles/find-missing-rights.js';
import { checkRowSecurity, type RowSecurityMode } from './row-security/check-row-security.js';

/**
 * Throws an error of one line for the operator when the database cannot be reached, is behind this release, does not
 * allow the role what the service needs, or has the tables in another schema. A database that is ahead is accepted,
 * because processes of the previous release keep running during a rollout.
 */
export async function refuseUnlessMigrated(database: string | pg.Pool): Promise<void> {
  await inspectDatabase(database);
}

/**
 * Like `refuseUnlessMigrated`, and also returns whether a pooler is between this process and the server. Refuses a
 * database whose row-level security does not match the process; the default is a process that works with both.
 */
export async function inspectDatabase(
  database: string | pg.Pool,
  rowSecurity: RowSecurityMode = 'ready',
): Promise<Pooling> {
  const url = typeof database === 'string' ? database : database.options.connectionString;
  return check(database, rowSecurity).catch((error: unknown) => {
    throw explainConnectionFailure(error, url);
  });
}

async function check(database: string | pg.Pool, rowSecurity: RowSecurityMode): Promise<Pooling> {
  if (typeof database !== 'string') {
    await checkOn(database, rowSecurity);
    return 'none';
  }
  const client = new pg.Client({ connectionString: database, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const pooling = await inspectPooler(client, database);
    await checkOn(client, rowSecurity);
    return pooling;
  } finally {
    await client.end();
  }
}

async function checkOn(database: pg.Pool | pg.Client, rowSecurity: RowSecurityMode): Promise<void> {
  const { role, missing } = await findMissingRights(database);
  if (missing.length > 0) throw new MissingRightsError(role, missing);
  await refuseOtherSchema(database);
  const { pending, failed } = await diagnoseMigrations(database);
  const lacking = [...failed, ...pending];
  if (lacking.length > 0)
    throw new Error(`Migrations are missing: ${lacking.join(', ')}. Apply them with: npm run migrate`);
  await checkRowSecurity(database, rowSecurity);
}

const named = 3;

/** The role of the service lacks rights, which the owner can grant. */
export class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';

  constructor(role: string, missing: readonly string[]) {
    const others = missing.length > named ? ` and ${missing.length - named} more` : '';
    super(
      `The role "${role}" lacks rights: ${missing.slice(0, named).join(', ')}${others}. ` +
        `Grant them as the owner: DATABASE_ADMIN_URL=… DATABASE_ROLE=${role} npm run migrate`,
    );
  }
}

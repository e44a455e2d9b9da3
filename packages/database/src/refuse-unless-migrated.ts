import type pg from 'pg';
import { diagnoseMigrations } from './diagnose-migrations.js';
import { explainConnectionFailure } from './explain-connection-failure.js';

/**
 * Throws an error of one line for the operator when the database cannot be reached or is behind this release. A
 * database that is ahead is accepted, because processes of the previous release keep running during a rollout.
 */
export async function refuseUnlessMigrated(database: string | pg.Pool): Promise<void> {
  const url = typeof database === 'string' ? database : database.options.connectionString;
  const { pending, failed } = await diagnoseMigrations(database).catch((error: unknown) => {
    throw explainConnectionFailure(error, url);
  });
  const lacking = [...failed, ...pending];
  if (lacking.length === 0) return;
  throw new Error(`Migrations are missing: ${lacking.join(', ')}. Apply them with: npm run migrate`);
}

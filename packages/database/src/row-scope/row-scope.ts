import type { Database, RowScope } from '../database.js';
import { allTenants } from '../row-security/scope-sql.js';
import { inTrace } from './in-trace.js';

/**
 * Returns the database for the work of one tenant. Where the processes declare their tenants, its statements, searches
 * and transactions see no other rows. Otherwise this is the same database. The view of a trace stays in its trace.
 */
export function ofTenant(database: Database, tenantId: string): Database {
  return inScope(database, tenantId);
}

/**
 * Returns the database for work over all tenants: looking up whose a request is, claiming the work of any tenant,
 * maintenance, metrics, and commands of the operator. A transaction that declares neither this nor a tenant fails where
 * row-level security is on.
 */
export function ofAllTenants(database: Database): Database {
  return inScope(database, allTenants);
}

function inScope(database: Database, scope: RowScope): Database {
  const scoped = database.inScope?.(scope);
  return scoped ? inTrace(scoped, database.trace) : database;
}

/** The database for which caches are kept: views of one database for different tenants share them. */
export function sharedDatabase(database: Database): Database {
  return database.unscoped ?? database;
}

export * from '../generated/prisma/client.js';
export { type DatabaseClock, startDatabaseClock } from './clock/database-clock.js';
export { observeClock } from './clock/observe-clock.js';
export { readDatabaseTime } from './clock/read-database-time.js';
export { boundedRead } from './connections/bounded-read.js';
export { observeDatabase } from './connections/observe-database.js';
export { listContractSteps, runContractSteps } from './contract-steps.js';
export type { Database } from './database.js';
export { createDatabase, createDatabaseFromTemplate, databaseUrl, dropDatabase } from './database-admin.js';
export { diagnoseMigrations } from './diagnose-migrations.js';
export { DatabaseUnreachableError, type DatabaseVariable } from './explain-connection-failure.js';
export { isCanceled } from './is-canceled.js';
export { isDatabaseUnavailable } from './is-database-unavailable.js';
export * from './keys/index.js';
export * from './local/index.js';
export { logDatabase } from './log-database.js';
export { MigrationError } from './migration-error.js';
export { TooManyJobsError } from './notify-workers.js';
export { FileFailures, type FileStorage } from './objects/file-storage.js';
export { type ObjectContent, type ObjectStore, ObjectStoreError } from './objects/object-store.js';
export { type OpenDatabaseOptions, openDatabase } from './open-database.js';
export { openMigratedDatabase } from './open-migrated-database.js';
export { dropPartitions } from './partitions/drop-partitions.js';
export { findFilledDefaults, listPartitions, type Partition } from './partitions/list-partitions.js';
export { makePartitions, makePastPartitions } from './partitions/make-partitions.js';
export { firstIdAt, momentOf, partitionedTables, weekOf } from './partitions/partitioned-tables.js';
export { readNewestReleased } from './read-migrations.js';
export { refuseUnlessMigrated } from './refuse-unless-migrated.js';
export { relaxedCommit } from './relaxed-commit.js';
export { RepeatedStatements } from './repeated-statements.js';
export { isConnectionLost } from './replica/is-connection-lost.js';
export { openReplica, type Replica } from './replica/open-replica.js';
export { resolveMigration } from './resolve-migration.js';
export { prepareRole } from './roles/prepare-role.js';
export { inTrace } from './row-scope/in-trace.js';
export { isRefusedWrite, onlyReads } from './row-scope/only-reads.js';
export { ofAllTenants, ofTenant, sharedDatabase } from './row-scope/row-scope.js';
export {
  checkRowSecurity,
  readRowSecurity,
} from './row-security/check-row-security.js';
export { refuseUndeclaringProcesses } from './row-security/refuse-undeclaring-processes.js';
export { withScope } from './row-security/scope-sql.js';
export { turnOffRowSecurity, turnOnRowSecurity } from './row-security/switch-row-security.js';
export { type OpenTransaction, runInPrismaTransaction, runInTransaction } from './run-in-transaction.js';
export { runMigrations } from './run-migrations.js';
export {
  composedStatement,
  declaredStatements,
  declareStatement,
  type Sql,
  type Statement,
  sqlOn,
  statement,
  unparsed,
} from './sql.js';
export { type LockOptions, sqlByKeys } from './sql-by-keys.js';
export type { Send } from './transaction-statements.js';
export { isLocked, isLockTimeout, type ShortLocks, withShortLocks } from './with-short-locks.js';

export * from '../generated/prisma/client.js';
export { checkSchemaMatchesMigrations } from './check-schema.js';
export { createDatabase, createDatabaseFromTemplate, databaseUrl, dropDatabase } from './database-admin.js';
export { diagnoseMigrations, type MigrationDiagnosis } from './diagnose-migrations.js';
export { findPostmaster, type Postmaster } from './local/postmaster.js';
export { readLocalDatabaseUrl } from './local/read-local-database-url.js';
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from './local/start-local-postgres.js';
export { type Database, type OpenDatabaseOptions, openDatabase } from './open-database.js';
export { refuseUnlessMigrated } from './refuse-unless-migrated.js';
export { relaxedCommit } from './relaxed-commit.js';
export { RepeatedStatements } from './repeated-statements.js';
export { runInPrismaTransaction, runInTransaction } from './run-in-transaction.js';
export { runMigrations } from './run-migrations.js';
export { type Sql, type Statement, sqlOn, statement } from './sql.js';

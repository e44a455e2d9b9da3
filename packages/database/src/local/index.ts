export { DataDirError, makeDataDir } from './make-data-dir.js';
export { findPostmaster, type Postmaster } from './postmaster.js';
export { readLocalDatabaseUrl } from './read-local-database-url.js';
export { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from './start-local-postgres.js';

export { findFreePort } from './free-port.js';
export { findLauncher, launch } from './launcher.js';
export { DataDirError, makeDataDir } from './make-data-dir.js';
export { findPostmaster } from './postmaster.js';
export { readLocalDatabaseUrl } from './read-local-database-url.js';
export { runToEnd } from './run-to-end.js';
export { changeSecretFile, createSecretFile, readSecretFile } from './secret-file.js';
export { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from './start-local-postgres.js';

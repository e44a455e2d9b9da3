// This is a separate file, because esbuild's import() of a CommonJS package has no named exports.
export { runMigrations as runQueueMigrations } from 'graphile-worker';

// A file of its own: esbuild's import() of a CommonJS package has no named exports.
export { runMigrations as runQueueMigrations } from 'graphile-worker';

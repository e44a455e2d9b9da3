import { startLocalPostgres } from '../../src/local/start-local-postgres.js';

/** Runs a local PostgreSQL until killed, and says so on standard output. */
const server = await startLocalPostgres({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ pid: server.pid, url: server.url })}\n`);
process.once('SIGTERM', async () => {
  await server.stop();
  process.exit(0);
});

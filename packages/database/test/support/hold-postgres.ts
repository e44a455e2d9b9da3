import { startLocalPostgres } from '../../src/local/start-local-postgres.js';

/** Runs a local PostgreSQL until the process is killed, and prints its pid and URL to standard output. */
const [, , dataDir = '', template] = process.argv;
const server = await startLocalPostgres({ dataDir, ...(template && { template }) });
process.stdout.write(`${JSON.stringify({ pid: server.pid, url: server.url })}\n`);
process.once('SIGTERM', async () => {
  await server.stop();
  process.exit(0);
});

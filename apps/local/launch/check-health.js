import { get } from 'node:http';

/**
 * The health check of a container: exits with 0 when the process in it responds. A worker responds only on
 * `WORKER_PORT`, and the API on `PORT`.
 */
const port = process.env.WORKER_PORT || process.env.PORT || '3000';

get({ host: '127.0.0.1', port, path: '/healthz', timeout: 4_000 }, ({ statusCode }) => {
  end(statusCode === 200 ? undefined : `/healthz returned ${statusCode}.`);
})
  .on('timeout', () => end('/healthz did not respond within 4 s.'))
  .on('error', ({ message }) => end(`Nothing responds on port ${port}: ${message}`));

/** @param {string} [problem] */
function end(problem) {
  if (problem) console.error(problem);
  process.exit(problem ? 1 : 0);
}

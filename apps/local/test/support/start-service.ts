import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseConfig, startApi } from '@parley/api';
import { openDatabase } from '@parley/database';
import { testKeys, testSecret } from '@parley/testkit';
import { createWorker, parseWorkerConfig } from '@parley/worker';
import { pino } from 'pino';

/** Starts the API, a worker and a receiver of webhooks in this process. */
export async function startService(
  databaseUrl: string,
  { declaresTenants = false, RATE_LIMIT_STORE = 'memory' } = {},
) {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const now = () => new Date();
  const open = () => openDatabase({ url: databaseUrl, keys: testKeys, declaresTenants });
  const [database, workerDatabase] = [open(), open()];
  const config = parseConfig({ ...settings, RATE_LIMIT_STORE, DATABASE_URL: databaseUrl });
  const api = await startApi({ config, database, logger, now });
  const worker = createWorker({
    config: parseWorkerConfig(settings),
    database: workerDatabase,
    logger,
    now,
  });
  await worker.start();
  const received = new Set<string>();
  const receiver = createServer((request, response) => {
    received.add(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  return {
    url: api.url,
    database,
    worker,
    /** The warnings and errors that were logged. */
    lines,
    /** The ids of the events that were received. */
    received,
    webhookUrl: `http://127.0.0.1:${port}/hook`,
    async stop() {
      await new Promise((resolve) => receiver.close(resolve));
      await worker.stop();
      await api.stop();
      await Promise.all([database.close(), workerDatabase.close()]);
    },
  };
}

const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  DRAIN_DELAY_MS: '0',
  PUBLIC_URL: 'http://localhost:3000',
  JWT_SECRET: testSecret,
  VALIDATE_RESPONSES: 'strict',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
};

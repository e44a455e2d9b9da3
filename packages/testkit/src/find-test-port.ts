import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports of one Jest process. All are below those that the system gives to connections and to `listen(0)`. */
const firstPort = 20_000;
const portsPerProcess = 1_000;
const processCount = 12;

/** The first port is random, so that two test runs on one machine seldom choose the same. */
let offset = Math.floor(Math.random() * portsPerProcess);

/**
 * Returns a free port for a program that is started later. No other process of the test run gets it, and no connection
 * takes it meanwhile, which could happen to a port that `listen(0)` has chosen.
 */
export async function findTestPort(): Promise<number> {
  const start = firstPort + portsPerProcess * (Number(process.env.JEST_WORKER_ID ?? 0) % processCount);
  for (let tries = 0; tries < portsPerProcess; tries += 1) {
    const port = start + (offset++ % portsPerProcess);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${start} to ${start + portsPerProcess - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

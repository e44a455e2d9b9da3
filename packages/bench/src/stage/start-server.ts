import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serviceEnvironment, serviceFlags } from './service-flags.js';
import { encryptionKeys, secret } from './start-stage.js';

/** The servers that are compared: each is one Node process on the same database. */
export const serverNames = ['parley', 'fastify-pg', 'express-plain'] as const;
export type ServerName = (typeof serverNames)[number];

export interface Server {
  readonly name: ServerName;
  readonly url: string;
  readonly pid: number;
  /** The time from the start of the process to its first response. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const entry: Record<ServerName, string> = {
  parley: '../../../../apps/local/bundle/processes/api.js',
  'fastify-pg': '../peers/fastify-pg.js',
  'express-plain': '../peers/express-plain.js',
};

export interface ServerOptions {
  readonly nodeFlags?: readonly string[];
  /** Settings that differ from those of a process that is measured alone. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startServer(
  name: ServerName,
  databaseUrl: string,
  { nodeFlags = [], env = {} }: ServerOptions = {},
): Promise<Server> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const program = fileURLToPath(new URL(entry[name], import.meta.url));
  const isOurs = name === 'parley';
  const ownFlags = isOurs ? serviceFlags : [];
  const child = spawn(process.execPath, [...ownFlags, ...nodeFlags, program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DRAIN_DELAY_MS: '0',
      DATABASE_URL: databaseUrl,
      JWT_SECRET: secret,
      ENCRYPTION_KEYS: encryptionKeys,
      LOG_LEVEL: 'warn',
      // The peers count in memory too.
      RATE_LIMIT_STORE: 'memory',
      V2_SUNSET_AT: '2100-01-01T00:00:00.000Z',
      ...(isOurs && serviceEnvironment),
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForResponse(child, url).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const startMs = performance.now() - startedAt;
  return {
    name,
    url,
    pid: child.pid ?? 0,
    startMs,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Waits for any response, even an error. */
async function waitForResponse(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const isServing = await fetch(`${url}/v3/chats/x`).then(
      (response) => response.text().then(() => true),
      () => false,
    );
    if (isServing) return;
    await delay(5);
  }
  throw new Error(`The server at ${url} did not respond within 30 s.`);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

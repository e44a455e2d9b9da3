import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ParsingThreads } from '@parley/channels';
import type { Database } from '@parley/database';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createApp } from './app.js';
import type { Config } from './config.js';
import type { DocsBuild } from './http/docs/docs-build.js';
import { parsingLimits } from './http/ingress/parsing-limits.js';
import { createServer } from './http/request/create-server.js';
import { drainServer } from './http/request/drain-server.js';
import { type ServerLimits, serverLimits } from './http/request/server-limits.js';
import type { ApiVersion } from './http/routing/api-version.js';
import type { Compilation } from './http/validation/check-request.js';
import { readLocalSecret } from './local-secret.js';
import { createApiVersions } from './versions.js';

export interface ApiOptions {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Shared with a worker in the same process. */
  readonly registry?: Registry;
  /** Default is both versions of the contract. */
  readonly versions?: readonly ApiVersion[];
  /** When the schemas of requests are compiled. Default is at start. */
  readonly compilation?: Compilation;
  /** State of the documentation when it is built while the API runs. */
  readonly docs?: DocsBuild | undefined;
  /** Replace the default limits. */
  readonly limits?: Partial<ServerLimits>;
}

export interface PreparedApi {
  listen(): Promise<RunningApi>;
}

export interface RunningApi {
  /** The address that the process listens on; callers may use `PUBLIC_URL`. */
  readonly url: string;
  /**
   * Makes the readiness probe fail, waits as configured, stops listening and finishes the running requests. The database
   * stays open.
   */
  stop(): Promise<void>;
}

/** After this time a running request is cut off. */
const drainMs = 10_000;

export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const api = await prepareApi(options);
  return api.listen();
}

/** Does everything that needs no database. The API starts to listen when the caller calls `listen`. */
export async function prepareApi(options: ApiOptions): Promise<PreparedApi> {
  const { config } = options;
  const { versions = createApiVersions(config) } = options;
  const auth =
    config.auth.kind === 'local-secret'
      ? { kind: 'secret' as const, secret: await readLocalSecret(config.dataDir) }
      : config.auth;
  let isDraining = false;
  const threads = new ParsingThreads(parsingLimits);
  const app = await createApp({
    ...options,
    versions,
    threads,
    config: { ...config, auth },
    isDraining: () => isDraining,
  });
  const drain = () => {
    isDraining = true;
  };
  return { listen: () => listen(app, { ...options, drain, threads }) };
}

type ListenOptions = ApiOptions & { readonly drain: () => void; readonly threads: ParsingThreads };

async function listen(app: Express, { config, limits, drain, threads }: ListenOptions): Promise<RunningApi> {
  const server = createServer(app, { ...serverLimits, ...limits });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async stop() {
      drain();
      if (config.drainDelayMs > 0) await delay(config.drainDelayMs);
      await drainServer(server, drainMs);
      await threads.close();
    },
  };
}

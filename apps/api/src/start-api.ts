import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ParsingThreads } from '@parley/channels';
import { defaultSizes, startCountingUsage, startStoringUsage, UsageCounter } from '@parley/core';
import { type Database, ofAllTenants, type Replica } from '@parley/database';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { type App, createApp } from './app.js';
import type { Config } from './config.js';
import type { AuthConfig } from './http/auth/verify-token.js';
import type { DocsBuild } from './http/docs/docs-build.js';
import { parsingLimits } from './http/ingress/parsing-limits.js';
import type { BodyPace } from './http/limits/body-budget.js';
import { type MetricsServer, serveMetrics } from './http/observability/serve-metrics.js';
import { openConfiguredReplica } from './http/reads/open-configured-replica.js';
import { createServer } from './http/request/create-server.js';
import { drainServer } from './http/request/drain-server.js';
import { type ServerLimits, serverLimits } from './http/request/server-limits.js';
import type { ApiVersion } from './http/routing/api-version.js';
import type { StreamLimits } from './http/streams/stream-limits.js';
import { startWarmUp } from './http/warm-up/warm-up.js';
import { localKeyFile, readKeyFile, readLocalKeys } from './signing-keys.js';
import { createApiVersions } from './versions.js';

export interface ApiOptions {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Milliseconds on a steady clock, which measures how old keys are. Default is the one of the process. */
  readonly steadyNowMs?: (() => number) | undefined;
  /** The registry that a worker in the same process shares. */
  readonly registry?: Registry;
  /** Default is both versions of the contract. */
  readonly versions?: readonly ApiVersion[];
  /** State of the documentation when it is built while the API runs. */
  readonly docs?: DocsBuild | undefined;
  /** Overrides the default limits. */
  readonly limits?: Partial<ServerLimits>;
  /** How fast bodies must arrive. Default is `bodyPace`. */
  readonly pace?: BodyPace | undefined;
  /** Overrides the default limits of event streams. */
  readonly streamLimits?: Partial<StreamLimits> | undefined;
  /** Whether the API prepares first requests in the background, when it listens. Default is true. */
  readonly warmsUp?: boolean;
  /** Whether the API counts the waiting jobs when no worker does. Default is true. */
  readonly countsJobs?: boolean;
}

export interface PreparedApi {
  listen(): Promise<RunningApi>;
}

export interface RunningApi {
  /** The address that the process listens on; callers may use `PUBLIC_URL`. */
  readonly url: string;
  /** The address of the metrics if they have a separate port. */
  readonly metricsUrl: string | undefined;
  /**
   * Makes the readiness probe fail, waits as configured, stops listening and finishes the running requests. The database
   * stays open.
   */
  stop(): Promise<void>;
}

/** After this time, a running request is aborted. */
const drainMs = 10_000;

/** Requests are handled in these pauses, so the steps delay none for longer than one step. */
const warmUpPauseMs = 5;

/** Workers count every five seconds. An API process counts when no worker has done so for half a minute. */
const countingTurn = { startAfterMs: 30_000, overdueMs: 30_000, leastPauseMs: 30_000 };

export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const api = await prepareApi(options);
  return api.listen();
}

/** Prepares everything that needs no database. The API starts to listen when `listen` is called. */
export async function prepareApi(options: ApiOptions): Promise<PreparedApi> {
  const { config, registry = new Registry() } = options;
  const { versions = createApiVersions(config) } = options;
  const auth = await prepareAuth(config);
  let isDraining = false;
  const threads = new ParsingThreads(parsingLimits);
  const replica = openConfiguredReplica(options);
  const usageCounter = config.countsUsage ? new UsageCounter(options) : undefined;
  const app = await createApp({
    ...options,
    replica,
    usageCounter,
    registry,
    versions,
    threads,
    config: { ...config, auth },
    isDraining: () => isDraining,
  });
  const drain = () => {
    isDraining = true;
  };
  return { listen: () => listen(app, { ...options, registry, drain, threads, replica, usageCounter }) };
}

/** Creates the signing key of a local start, and refuses to start if the key file cannot be read. */
async function prepareAuth({ auth, dataDir }: Config): Promise<AuthConfig> {
  if (auth.kind === 'secret-file') await readKeyFile(auth.file);
  if (auth.kind !== 'local-secret') return auth;
  await readLocalKeys(dataDir);
  return { kind: 'secret-file', file: localKeyFile(dataDir) };
}

type ListenOptions = ApiOptions &
  Required<Pick<ApiOptions, 'registry'>> & {
    readonly drain: () => void;
    readonly threads: ParsingThreads;
    readonly replica: Replica | undefined;
    readonly usageCounter: UsageCounter | undefined;
  };

async function listen({ express, steps, endStreams }: App, options: ListenOptions): Promise<RunningApi> {
  const { config, limits, drain, threads, replica } = options;
  const metrics = await listenForMetrics(options);
  const server = createServer(express, { ...serverLimits, ...limits });
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await metrics?.close();
    throw error;
  }
  const stopCounting = options.countsJobs === false ? async () => {} : startCounting(options);
  const stopStoring = startStoring(options);
  const stopWarmUp = startWarmUp(options.warmsUp === false ? [] : steps, {
    pauseMs: warmUpPauseMs,
    onFailed: (name, err) => options.logger.warn({ name, err }, 'the first requests were not prepared'),
    onEnd: () => options.logger.debug('the first requests were prepared'),
  });
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    metricsUrl: metrics?.url,
    async stop() {
      drain();
      if (config.drainDelayMs > 0) await delay(config.drainDelayMs);
      await stopWarmUp();
      endStreams();
      await drainServer(server, drainMs);
      await stopStoring();
      await stopCounting();
      await metrics?.close();
      await threads.close();
      await replica?.close();
    },
  };
}

function startCounting({ database, logger }: ListenOptions): () => Promise<void> {
  return startCountingUsage({
    database: ofAllTenants(database),
    ...countingTurn,
    onFailed: (err) => logger.error({ err }, 'the usage of workspaces could not be counted'),
  });
}

/** Stores the counted usage until the returned function is called, which also stores the rest. */
function startStoring({ database, config, logger, usageCounter: counter }: ListenOptions) {
  if (!counter) return async () => {};
  return startStoringUsage({
    database: ofAllTenants(database),
    counter,
    sizes: defaultSizes,
    intervalMs: config.usageFlushMs,
    onFailed: (err) => logger.warn({ err }, 'the usage of the API could not be stored; it is stored later'),
    onLost: (err) => logger.warn({ err }, 'the last usage of the API before the stop could not be stored'),
    onDropped: (uses) => logger.warn({ uses }, 'the usage of the API was too large to count all of it'),
  });
}

async function listenForMetrics({ config, registry }: ListenOptions): Promise<MetricsServer | undefined> {
  const { metricsPort: port, metricsToken: token, host } = config;
  if (port === undefined) return undefined;
  return serveMetrics({ registry, port, host, token }).catch((cause: Error) => {
    throw new Error(`METRICS_PORT ${port} cannot be used: ${cause.message}.`, { cause });
  });
}

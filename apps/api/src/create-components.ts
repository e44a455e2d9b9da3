import { createRecordedWrites } from '@parley/core';
import { ofAllTenants, type Replica } from '@parley/database';
import type { RequestHandler } from 'express';
import type { AppDependencies } from './app-dependencies.js';
import { type Authenticate, createAuthenticator } from './http/auth/authenticate.js';
import { findCaller } from './http/auth/caller.js';
import { createTokenVerifier } from './http/auth/verify-token.js';
import { createCors } from './http/cors/create-cors.js';
import { BodyBudget, bodyPace } from './http/limits/body-budget.js';
import { createFailureLimit, type FailureLimit } from './http/limits/failure-limit.js';
import { createInboundLimiter, type LimitInbound } from './http/limits/limit-inbound.js';
import { createMemoryWindows } from './http/limits/memory-windows.js';
import {
  createPostgresWindows,
  inboundWindows,
  type PostgresWindowsOptions,
  requestWindows,
  statusWindows,
  withLargestInbound,
} from './http/limits/postgres-windows.js';
import { createRateLimiter, type LimitRate } from './http/limits/rate-limit.js';
import type { PartWindowStore, WindowStore } from './http/limits/window-store.js';
import { createMetrics, type Metrics } from './http/observability/metrics.js';
import { createDatabaseProbe, type ProbeDatabase } from './http/observability/probe-database.js';
import { observeReplica } from './http/reads/read-metrics.js';
import { createReplicaRunner, type RunHandler, runOnPrimary } from './http/reads/run-with-replica.js';
import { buildRoutes, type PathRoutes } from './http/routing/build-routes.js';
import { type CheckSunset, createSunsetCheck } from './http/routing/check-sunset.js';
import { createOperationFinder, type FindOperation } from './http/routing/find-operation.js';
import { createVersionFinder, type FindVersion } from './http/routing/find-version.js';
import { EventStreams } from './http/streams/event-streams.js';
import { defaultStreamLimits } from './http/streams/stream-limits.js';
import { createUsageRecorder, type UsageRecorder } from './http/usage/record-usage.js';
import type { ResponseChecks } from './http/validation/check-response.js';

/** The components of the app that keep state or are built from the contract. */
export interface AppComponents extends UsageRecorder {
  readonly metrics: Metrics;
  readonly probeDatabase: ProbeDatabase;
  readonly failures: FailureLimit;
  readonly bodyBudget: BodyBudget;
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
  readonly limitInbound: LimitInbound;
  readonly findVersion: FindVersion;
  readonly checkSunset: CheckSunset;
  readonly findOperation: FindOperation;
  readonly runHandler: RunHandler;
  readonly streams: EventStreams;
  /** Every route of every version, by path. */
  readonly routes: readonly PathRoutes[];
  /** Undefined when no origin is configured. */
  readonly cors: RequestHandler | undefined;
}

/** Builds the components, and checks every route against its document. */
export async function createComponents(dependencies: AppDependencies): Promise<AppComponents> {
  const { database, replica, config, now, logger, versions, registry, pace = bodyPace } = dependencies;
  const probeDatabase = createDatabaseProbe(database, logger);
  const metrics = createMetrics({ database, probeDatabase, registry });
  const failures = createFailureLimit(config.authFailuresPerMinute, now);
  const limitBytes = config.bodyBudgetBytes;
  const bodyBudget = new BodyBudget({ limitBytes, pace, onRefused: metrics.countRefusedBody });
  metrics.observeBodies(() => bodyBudget.heldBytes);
  const responseChecks: ResponseChecks = {
    mode: config.validateResponses,
    onInvalid: (operationId, errors) => logger.error({ operationId, errors }, 'response breaks the contract'),
  };
  const routes = await buildRoutes(versions, responseChecks);
  const authenticate = buildAuthenticator(dependencies, metrics, failures);
  return {
    metrics,
    probeDatabase,
    failures,
    bodyBudget,
    authenticate,
    ...createUsageRecorder(dependencies.usageCounter, versions),
    limitRate: createRateLimiter({
      store: buildWindows(dependencies, requestWindows),
      now,
      onLimited: metrics.countRateLimited,
    }),
    limitInbound: createInboundLimiter({
      messages: buildInboundWindows(dependencies),
      statuses: buildWindows(dependencies, statusWindows),
      now,
    }),
    findVersion: createVersionFinder(versions),
    checkSunset: createSunsetCheck({ ...config, versions, now }),
    findOperation: createOperationFinder(routes),
    runHandler: replica ? buildReplicaRunner(dependencies, metrics, replica) : runOnPrimary,
    streams: buildStreams(dependencies, metrics, authenticate),
    routes: routes.values,
    cors: createCors({ origins: config.corsOrigins, versions, routes }),
  };
}

function buildAuthenticator(
  { database, config, now, steadyNowMs = () => performance.now(), logger }: AppDependencies,
  metrics: Metrics,
  failures: FailureLimit,
): Authenticate {
  const onKeysUnavailable = (err: unknown) =>
    logger.warn({ err }, 'the keys that verify tokens cannot be read; the previous keys are used for now');
  const finder = {
    database,
    now,
    requestsPerMinute: config.rateLimitPerMinute,
    onUseNotRecorded: (err: unknown) => logger.warn({ err }, 'the use of an API key was not recorded'),
  };
  return createAuthenticator({
    verifyToken: createTokenVerifier(config.auth, { now, steadyNowMs, onKeysUnavailable }),
    findCaller: (claims) => findCaller(finder, claims),
    failures,
    onFailure: metrics.countAuthFailure,
    now,
    steadyNowMs,
  });
}

function buildStreams(
  { database, config, now, logger, streamLimits }: AppDependencies,
  metrics: Metrics,
  authenticate: Authenticate,
): EventStreams {
  const limits = { ...defaultStreamLimits, ...streamLimits };
  const { publicUrl } = config;
  const streams = new EventStreams({ database, now, logger, publicUrl, authenticate, limits, metrics });
  metrics.observeStreams(() => streams.size);
  return streams;
}

function buildReplicaRunner(
  { database, logger }: AppDependencies,
  { registry }: Metrics,
  replica: Replica,
): RunHandler {
  const writes = createRecordedWrites(ofAllTenants(database));
  return createReplicaRunner({ replica, writes, logger, countRead: observeReplica(registry, replica) });
}

function buildInboundWindows(dependencies: AppDependencies): PartWindowStore {
  const { database, config } = dependencies;
  if (config.rateLimitStore === 'memory') return createMemoryWindows();
  return withLargestInbound(buildWindows(dependencies, inboundWindows), ofAllTenants(database).sql);
}

function buildWindows(
  { database, config, logger }: AppDependencies,
  table: PostgresWindowsOptions['table'],
): WindowStore {
  if (config.rateLimitStore === 'memory') return createMemoryWindows();
  const onCleanUpFailed = (err: unknown) =>
    logger.warn({ err }, 'the counts of past minutes were not removed');
  return createPostgresWindows({ sql: ofAllTenants(database).sql, table, onCleanUpFailed });
}

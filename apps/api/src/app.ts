import type { Context } from '@parley/core';
import type { Database } from '@parley/database';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.js';
import { type Authenticate, createAuthenticator } from './http/auth/authenticate.js';
import { findCaller } from './http/auth/caller.js';
import { checkPermission } from './http/auth/check-permission.js';
import { type AuthConfig, createTokenVerifier } from './http/auth/verify-token.js';
import { createCors } from './http/cors/create-cors.js';
import type { DocsBuild } from './http/docs/docs-build.js';
import { Download, sendDownload } from './http/files/download.js';
import { createIngress } from './http/ingress/create-ingress.js';
import { createFailureLimit, type FailureLimit } from './http/limits/failure-limit.js';
import { createRateLimiter, type LimitRate } from './http/limits/rate-limit.js';
import { createMemoryStore } from './http/limits/rate-limit-memory.js';
import { createPostgresStore } from './http/limits/rate-limit-postgres.js';
import { createMetrics, type Metrics } from './http/observability/metrics.js';
import { createObserver } from './http/observability/observe-requests.js';
import { createDatabaseProbe } from './http/observability/probe-database.js';
import { checkRequestHead } from './http/request/check-request-head.js';
import { readIdempotency } from './http/request/idempotency.js';
import { createContextStarter } from './http/request/request-context.js';
import { createErrorHandler } from './http/response/handle-errors.js';
import { HttpError } from './http/response/http-error.js';
import { securityHeaders } from './http/response/security-headers.js';
import { sendJson } from './http/response/send-json.js';
import type { ApiVersion } from './http/routing/api-version.js';
import { buildRoutes, type Route } from './http/routing/build-routes.js';
import { createDispatcher } from './http/routing/dispatch.js';
import { readRequest } from './http/routing/read-request.js';
import { createServiceRoutes } from './http/service/service-routes.js';
import type { Compilation } from './http/validation/check-request.js';
import type { ResponseChecks } from './http/validation/check-response.js';

export interface AppDependencies {
  readonly database: Database;
  readonly config: AppConfig;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly versions: readonly ApiVersion[];
  /** Where the metrics go, shared with a worker in the same process; one of its own unless told. */
  readonly registry?: Registry;
  /** Told to the readiness probe, so that no new requests are sent to a process that stops. */
  readonly isDraining?: () => boolean;
  /** When the schemas of requests are compiled; before the first one unless told. */
  readonly compilation?: Compilation;
  /** Where the documentation stands when it is built while the app runs. */
  readonly docs?: DocsBuild | undefined;
}

/** What the app needs of the configuration; the secret of a local start is known by now. */
export type AppConfig = { readonly auth: AuthConfig } & Pick<
  Config,
  | 'authFailuresPerMinute'
  | 'corsOrigins'
  | 'publicUrl'
  | 'rateLimitPerMinute'
  | 'rateLimitStore'
  | 'trustProxy'
  | 'v2SunsetAt'
  | 'validateResponses'
>;

/** Builds the app: every route is checked against its document. */
export async function createApp(dependencies: AppDependencies): Promise<Express> {
  const { database, config, now, logger, versions, isDraining = () => false } = dependencies;
  const probeDatabase = createDatabaseProbe(database, logger);
  const metrics = createMetrics({ database, probeDatabase, registry: dependencies.registry });
  const failures = createFailureLimit(config.authFailuresPerMinute, now);
  const authenticate = buildAuthenticator(dependencies, metrics, failures);
  const limitRate = buildRateLimiter(dependencies, metrics);
  const responseChecks: ResponseChecks = {
    mode: config.validateResponses,
    onInvalid: (operationId, faults) => logger.error({ operationId, faults }, 'answer breaks the contract'),
  };
  const routes = await buildRoutes(versions, responseChecks, dependencies.compilation);

  const { publicUrl } = config;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.trustProxy).set('query parser', 'simple');
  app.use(createContextStarter(securityHeaders(publicUrl)));
  app.use(createObserver(logger, metrics));
  const cors = createCors({ origins: config.corsOrigins, versions, routes });
  if (cors) app.use(cors);
  app.use(checkRequestHead);
  app.use(createDispatcher({ ...dependencies, ...config, routes, answerOperation }));
  app.use(createIngress({ database, now, logger, publicUrl, authenticate, limitRate, failures }));
  const { docs } = dependencies;
  app.use(
    createServiceRoutes({
      ...{ database, versions, isDraining, probeDatabase, failures, publicUrl, docs },
      ...metrics,
    }),
  );
  app.use(() => {
    throw new HttpError('route_not_found');
  });
  app.use(createErrorHandler(logger));
  return app;

  /** The way of a request, after its route was found and the version's sunset checked. */
  async function answerOperation(
    route: Route,
    params: Readonly<Record<string, string>>,
    [request, response]: [Request, Response],
  ): Promise<void> {
    const { requestContext } = response.locals;
    const caller = await authenticate(request);
    requestContext.tenantId = caller.tenantId;
    const rateUse = await limitRate(caller, requestContext.headers);
    checkPermission(route.operation, caller);
    const ownContext: Context = { database, tenantId: caller.tenantId, now };
    const body = await readRequest({ route, params, context: ownContext }, request);
    const idempotency = readIdempotency(route.operation, {
      key: request.get('idempotency-key'),
      params,
      body,
    });
    const context = idempotency ? { ...ownContext, idempotency } : ownContext;
    const answer = await route.handle(context, { params, body, rateUse });
    route.checkResponse?.(answer);
    if (idempotency?.replayed) requestContext.headers['Idempotent-Replayed'] = 'true';
    if (answer instanceof Download) await sendDownload(response, answer);
    else sendJson(response, 200, answer);
  }
}

function buildAuthenticator(
  { database, config, now }: AppDependencies,
  metrics: Metrics,
  failures: FailureLimit,
): Authenticate {
  const finder = { database, now, requestsPerMinute: config.rateLimitPerMinute };
  return createAuthenticator({
    verifyToken: createTokenVerifier(config.auth, now),
    findCaller: (claims) => findCaller(finder, claims),
    failures,
    onFailure: metrics.countAuthFailure,
    now,
  });
}

function buildRateLimiter({ database, config, now, logger }: AppDependencies, metrics: Metrics): LimitRate {
  const onCleanUpFailed = (err: unknown) => logger.warn({ err }, 'old rate limit windows were not removed');
  const store =
    config.rateLimitStore === 'memory'
      ? createMemoryStore()
      : createPostgresStore({ sql: database.sql, onCleanUpFailed });
  return createRateLimiter({ store, now, onLimited: metrics.countRateLimited });
}

import { defaultSizes } from '@parley/core';
import { inTrace, ofTenant } from '@parley/database';
import express, { type Express, type Request, type Response } from 'express';
import type { AppDependencies } from './app-dependencies.js';
import { createComponents } from './create-components.js';
import { actorOf } from './http/auth/caller.js';
import { checkPermission } from './http/auth/check-permission.js';
import { explainMissingScopes } from './http/auth/explain-missing-scopes.js';
import { Download, sendDownload } from './http/files/download.js';
import { FileIntake } from './http/files/file-intake.js';
import { createIngress } from './http/ingress/create-ingress.js';
import { createObserver } from './http/observability/observe-requests.js';
import { traceRequests } from './http/observability/trace-requests.js';
import { checkRequestHead } from './http/request/check-request-head.js';
import { readIdempotency } from './http/request/idempotency.js';
import { readHeaders } from './http/request/read-headers.js';
import { readQuery } from './http/request/read-query.js';
import { noBody, type RequestBody } from './http/request/request-body.js';
import { createContextStarter } from './http/request/request-context.js';
import { createErrorHandler } from './http/response/handle-errors.js';
import { HttpError } from './http/response/http-error.js';
import { nameSuccessor } from './http/response/name-successor.js';
import { securityHeaders } from './http/response/security-headers.js';
import { sendJson } from './http/response/send-json.js';
import { UnreadResponses } from './http/response/unread-responses.js';
import { checkAgainstContract } from './http/routing/check-against-contract.js';
import type { FoundOperation } from './http/routing/find-operation.js';
import { EventStream } from './http/streams/event-stream.js';
import { traceStep } from './http/tracing/trace-step.js';
import { createUnversionedRoutes } from './http/unversioned/unversioned-routes.js';
import { listSteps } from './http/warm-up/list-steps.js';
import type { Step } from './http/warm-up/warm-up.js';

export interface App {
  readonly express: Express;
  /** What the app should do in the background once it listens. */
  readonly steps: readonly Step[];
  /** Ends all event streams, and refuses new ones. */
  endStreams(): void;
}

/** Builds the app. Its middlewares and the steps of an operation are listed in the order in which they run. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { database, config, now, logger } = dependencies;
  const components = await createComponents(dependencies);
  const { metrics, cors, findVersion, checkSunset, findOperation } = components;
  const { authenticate, recordUsage, limitRate, limitInbound, bodyBudget, runHandler, streams } = components;

  const unread = new UnreadResponses(logger);

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.trustProxy).set('query parser', 'simple');
  app.use(createContextStarter(securityHeaders(config.publicUrl)));
  app.use(traceRequests);
  app.use(createObserver(logger, metrics));
  if (cors) app.use(cors);
  app.use(checkRequestHead);
  app.use((request, response, next) => {
    const { requestContext } = response.locals;
    requestContext.version = findVersion(request.path);
    checkSunset(requestContext);
    const operation = findOperation(request, requestContext);
    return operation ? runOperation(operation, request, response) : next();
  });
  app.use(createIngress({ ...dependencies, ...components, publicUrl: config.publicUrl }));
  app.use(createUnversionedRoutes({ ...dependencies, ...components, publicUrl: config.publicUrl }));
  app.use(() => {
    throw new HttpError('route_not_found');
  });
  app.use(createErrorHandler(logger, { metrics, unread }));
  const steps = listSteps({ ...dependencies, ...components });
  return { express: app, steps, endStreams: () => streams.close() };

  /**
   * The steps are plain calls instead of middlewares, so that the result of each step is a typed argument of the next.
   */
  async function runOperation(
    { route, params }: FoundOperation,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { requestContext } = response.locals;
    const caller = await traceStep(response, 'authenticate', () => authenticate(request));
    requestContext.tenantId = caller.tenantId;
    const usage = recordUsage(route.operation, caller);
    requestContext.usage = usage;
    const rateUse = await traceStep(response, 'limit rate', () => limitRate(caller, requestContext.headers));
    checkPermission(route.operation, caller);
    const findInboundUse = () => limitInbound.findUse(caller.tenantId);
    const callerContext = {
      database: inTrace(ofTenant(database, caller.tenantId), requestContext.trace),
      tenantId: caller.tenantId,
      now,
      sizes: defaultSizes,
      limits: caller.limits,
      ...(route.operation.addsJobs && { waitingJobs: caller.waitingJobs }),
      scopes: caller.scopes,
      actor: actorOf(caller, requestContext.requestId),
    };
    if (!route.readBody) return respond(noBody);
    const share = bodyBudget.open(caller.tenantId);
    const files = new FileIntake(callerContext);
    try {
      await respond(await route.readBody(request, { share, files }));
    } finally {
      share.release();
      await files.discard();
    }

    async function respond(received: RequestBody): Promise<void> {
      const query = readQuery(request);
      const usedFields = usage.findFields({
        body: received.checked,
        query,
        headers: request.headers,
      });
      const headers = readHeaders(route.headerNames, request);
      await checkAgainstContract({ route, params, query, headers, received, context: callerContext });
      const { body, bodyBytes } = received;
      usage.countFields(usedFields, body);
      const key = request.get('idempotency-key');
      const idempotency = await readIdempotency(route.operation, { key, params, body, bodyBytes });
      const context = idempotency ? { ...callerContext, idempotency } : callerContext;
      const call = { operation: route.operation, caller, context };
      const result = await runHandler(call, (target) =>
        route.handle(target, {
          params,
          body,
          query,
          headers,
          rateUse,
          findInboundUse,
          countEvents: usage.countEvents,
        }),
      )
        .catch(explainMissingScopes)
        .catch((error) => nameSuccessor(error, context, { params, body, version: requestContext.version }));
      route.checkResponse?.(result);
      if (idempotency?.replayed) requestContext.headers['Idempotent-Replayed'] = 'true';
      if (result instanceof Download) await sendDownload(response, result);
      else if (result instanceof EventStream)
        streams.open(result, { request, response, operation: route.operation, caller, usage });
      else {
        const bytes = sendJson(response, 200, result);
        unread.add(response, { tenantId: caller.tenantId, bytes });
      }
    }
  }
}

import { createHash } from 'node:crypto';
import type { Database } from '@parley/database';
import { type RequestHandler, Router } from 'express';
import type { Registry } from 'prom-client';
import type { VersionContract } from '../contract/operation.js';
import type { DocsBuild } from '../docs/docs-build.js';
import { docsFolder } from '../docs/docs-folder.js';
import { hasDocs } from '../docs/has-docs.js';
import { createDocs } from '../docs/serve-docs.js';
import { serveFile } from '../files/serve-file.js';
import type { FailureLimit } from '../limits/failure-limit.js';
import type { ProbeDatabase } from '../observability/probe-database.js';
import { type MetricsAccess, servesMetrics, showMetrics } from '../observability/show-metrics.js';
import { HttpError } from '../response/http-error.js';
import { isNotModified } from '../response/is-not-modified.js';
import { sendJson } from '../response/send-json.js';
import { sendText } from '../response/send-text.js';
import { describeIndex, describeVersion } from './describe-api.js';

export interface UnversionedRoutesOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly versions: readonly VersionContract[];
  readonly publicUrl: string;
  readonly config: MetricsAccess;
  readonly metrics: { readonly registry: Registry };
  readonly probeDatabase: ProbeDatabase;
  readonly failures: FailureLimit;
  readonly docs?: DocsBuild | undefined;
  /** True while the process is stopping. */
  readonly isDraining?: (() => boolean) | undefined;
}

/** Creates the routes that belong to no version of the API. None of them needs an access token. */
export function createUnversionedRoutes(options: UnversionedRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const get = (path: string, handler: RequestHandler) => router.route(path).get(handler).all(refuseMethod);
  get('/healthz', (_request, response) => sendJson(response, 200, { success: true }));
  get('/readyz', async (_request, response) => {
    const isReady = !options.isDraining?.() && (await options.probeDatabase()).isMigrated;
    if (!isReady) throw new HttpError('service_unavailable', { isLogged: true });
    sendJson(response, 200, { success: true });
  });
  const hasMetrics = servesMetrics(options.config);
  if (hasMetrics) {
    const { failures, metrics, config } = options;
    get('/metrics', showMetrics({ registry: metrics.registry, token: config.metricsToken, failures }));
  }
  const description = { ...options, hasMetrics, hasDocs: () => hasDocs(docsFolder, options.docs) };
  get('/', describeIndex(description));
  for (const version of options.versions) {
    get(`/${version.name}`, describeVersion(version, description));
    get(`/openapi/${version.name}.json`, serveDocument(version, options.publicUrl));
  }
  get('/files/:token', serveFile(options));
  router.use(createDocs(docsFolder, options.docs));
  return router;
}

const refuseMethod: RequestHandler = () => {
  throw new HttpError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
};

/** Every response refers to the same bytes. Each slow reader would keep a copy of a text in memory. */
function serveDocument({ name, document }: VersionContract, publicUrl: string): RequestHandler {
  const bytes = Buffer.from(JSON.stringify({ ...document, servers: [{ url: `${publicUrl}/${name}` }] }));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return (request, response) => {
    const { headers } = response.locals.requestContext;
    headers.ETag = etag;
    headers['Cache-Control'] = 'no-cache';
    if (isNotModified(request, etag)) response.writeHead(304, headers).end();
    else sendText(response, 'application/json; charset=utf-8', bytes);
  };
}

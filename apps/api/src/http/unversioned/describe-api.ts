import type { RequestHandler } from 'express';
import type { VersionContract } from '../contract/operation.js';
import { sendJson } from '../response/send-json.js';

export interface ApiDescription {
  readonly publicUrl: string;
  readonly versions: readonly VersionContract[];
  readonly hasDocs: () => Promise<boolean>;
  /** Whether this port serves the metrics. */
  readonly hasMetrics: boolean;
}

/** Redirects a browser to the documentation if there is one, and describes the service to any other caller. */
export function describeIndex(description: ApiDescription): RequestHandler {
  const { publicUrl, versions, hasDocs, hasMetrics } = description;
  const data = {
    name: 'Parley',
    versions: versions.map(({ name, document }) => ({
      version: name,
      url: `${publicUrl}/${name}`,
      documentUrl: documentUrl(publicUrl, name),
      documentVersion: document.info.version,
    })),
    health: {
      live: `${publicUrl}/healthz`,
      ready: `${publicUrl}/readyz`,
      metrics: hasMetrics ? `${publicUrl}/metrics` : null,
    },
  };
  return async (request, response) => {
    const { headers } = response.locals.requestContext;
    headers.Vary = 'Accept';
    const isAvailable = await hasDocs();
    if (!isAvailable || request.accepts(['json', 'html']) !== 'html') {
      const docsUrl = isAvailable ? `${publicUrl}/docs` : null;
      sendJson(response, 200, { success: true, data: { ...data, docsUrl } });
      return;
    }
    response.writeHead(302, { ...headers, Location: '/docs/', 'Content-Length': 0 }).end();
  };
}

/** Returns the response of `/v3` itself: the version, its status, and the URL of its OpenAPI document. */
export function describeVersion(
  { name, document, lifetime }: VersionContract,
  { publicUrl, hasDocs }: ApiDescription,
): RequestHandler {
  const data = {
    version: name,
    status: lifetime ? 'deprecated' : 'active',
    documentVersion: document.info.version,
    documentUrl: documentUrl(publicUrl, name),
  };
  return async (_request, response) => {
    const docsUrl = (await hasDocs()) ? `${publicUrl}/docs/reference/${name}` : null;
    sendJson(response, 200, { success: true, data: { ...data, docsUrl } });
  };
}

function documentUrl(publicUrl: string, version: string): string {
  return `${publicUrl}/openapi/${version}.json`;
}

import type { RequestHandler } from 'express';
import { answerJson } from './answer-json.js';
import type { ApiVersion } from './operation.js';

/** Sends a browser to the documentation, and shows any other caller where everything is. */
export function answerIndex(publicUrl: string, versions: readonly ApiVersion[]): RequestHandler {
  const data = {
    name: 'Parley',
    docsUrl: `${publicUrl}/docs`,
    versions: versions.map(({ name, document }) => ({
      version: name,
      url: `${publicUrl}/${name}`,
      documentUrl: documentUrl(publicUrl, name),
      documentVersion: document.info.version,
    })),
    health: { live: `${publicUrl}/healthz`, ready: `${publicUrl}/readyz`, metrics: `${publicUrl}/metrics` },
  };
  return (request, response) => {
    const { headers } = response.locals.exchange;
    headers.Vary = 'Accept';
    if (request.accepts(['json', 'html']) !== 'html')
      return answerJson(response, 200, { success: true, data });
    response.writeHead(302, { ...headers, Location: '/docs/', 'Content-Length': 0 }).end();
  };
}

/** What is under `/v3` itself: which version this is, how long it stays, and where it is described. */
export function describeVersion({ name, document, lifetime }: ApiVersion, publicUrl: string) {
  return {
    version: name,
    status: lifetime ? 'deprecated' : 'active',
    documentVersion: document.info.version,
    documentUrl: documentUrl(publicUrl, name),
    docsUrl: `${publicUrl}/docs/reference/${name}`,
  };
}

function documentUrl(publicUrl: string, version: string): string {
  return `${publicUrl}/openapi/${version}.json`;
}

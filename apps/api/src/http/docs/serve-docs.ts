import type { Request, RequestHandler, Response } from 'express';
import { HttpError } from '../response/http-error.js';
import { isNotModified } from '../response/is-not-modified.js';
import type { DocsBuild } from './docs-build.js';
import { loadSite, type Site, type SiteFile } from './load-site.js';
import { sendBuildPage } from './send-build-page.js';

/** Everything is loaded from this host. Inline scripts, inline styles and frames are not allowed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the built documentation below `/docs`. If it was not built and no build is running, the path responds with
 * 404.
 */
export function createDocs(folder: string, build?: DocsBuild): RequestHandler {
  let site: Site | undefined;
  let siteRevision: number | undefined;
  return async (request, response, next) => {
    const [, path] = /^\/docs(?:\/(.*))?$/.exec(request.path) ?? [];
    if (path === undefined && request.path !== '/docs') return next();
    const revision = build?.revision ?? 0;
    // The site is loaded on first use, since most processes never serve it.
    if (!site || revision !== siteRevision) {
      site = (await loadSite(folder)) ?? site;
      siteRevision = revision;
    }
    if (!site && (!build || build.state === 'built')) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new HttpError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
    }
    if (!site) return sendBuildPage(response, build?.state === 'failed');
    if (path === undefined) return redirect(response, '/docs/');
    sendPage(site, path, [request, response]);
  };
}

function sendPage(site: Site, path: string, [request, response]: [Request, Response]): void {
  const file = site.get(path);
  // Without the look-behind, matching a path with many slashes would take quadratic time.
  const unslashed = path.replace(/(?<!\/)\/+$/, '');
  if (file) sendFile(file, 200, [request, response]);
  else if (unslashed !== path && site.has(unslashed)) redirect(response, `/docs/${unslashed}`);
  else sendNotFound(site.get('404'), [request, response]);
}

function sendNotFound(page: SiteFile | undefined, messages: [Request, Response]): void {
  if (!page) throw new HttpError('route_not_found');
  sendFile(page, 404, messages);
}

function sendFile(file: SiteFile, status: number, [request, response]: [Request, Response]): void {
  const { contentType, isImmutable, plain, gzip } = file;
  const { bytes, etag } = gzip && request.acceptsEncodings(['gzip', 'identity']) === 'gzip' ? gzip : plain;
  const headers = {
    ...response.locals.requestContext.headers,
    'Content-Type': contentType,
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    ...(gzip && { Vary: 'Accept-Encoding' }),
    ...(bytes === gzip?.bytes && { 'Content-Encoding': 'gzip' }),
  };
  if (status === 200 && isNotModified(request, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function redirect(response: Response, location: string): void {
  const { headers } = response.locals.requestContext;
  response.writeHead(308, { ...headers, Location: location, 'Content-Length': 0 }).end();
}

import type { OutgoingHttpHeaders } from 'node:http';
import { readFileByToken, type SharedFile } from '@parley/core';
import { type Database, ofAllTenants } from '@parley/database';
import type { Request, RequestHandler } from 'express';
import type { FailureLimit } from '../limits/failure-limit.js';
import { createUnauthenticatedLookup } from '../limits/unauthenticated-lookup.js';
import { HttpError } from '../response/http-error.js';
import { isNotModified } from '../response/is-not-modified.js';
import { sendChunks } from '../response/send-chunks.js';
import { traceStep } from '../tracing/trace-step.js';
import { formatFileName } from './format-file-name.js';
import { type ByteRange, parseRange } from './parse-range.js';

interface FileServerOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly failures: FailureLimit;
}

/** Serves a file by its public or signed URL. The headers prevent its content from acting as a page of this host. */
export function serveFile({ now, failures, ...options }: FileServerOptions): RequestHandler {
  // The token names the file, and the file its tenant.
  const database = ofAllTenants(options.database);
  const find = createUnauthenticatedLookup({
    failures,
    subject: 'files',
    find: (token) => readFileByToken({ database, now }, token),
  });
  return async (request, response) => {
    response.locals.requestContext.route = '/files/{token}';
    const shared = await traceStep(response, 'find file', () => find(request, String(request.params.token)));
    const { file } = shared;
    const etag = `"${file.checksum}"`;
    const described = { ...describeFile(shared, etag), 'Cache-Control': cacheControl(shared, now()) };
    const { headers } = response.locals.requestContext;
    if (isNotModified(request, etag)) {
      response.writeHead(304, { ...headers, ...described }).end();
      return;
    }
    const range = readRange(request, etag, file.size);
    Object.assign(headers, described);
    headers['Content-Length'] = range ? range.end - range.start + 1 : file.size;
    if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.size}`;
    if (request.method === 'HEAD') response.writeHead(200, headers).end();
    else await sendChunks(response, range ? 206 : 200, file.readChunks(range));
  };
}

/** A range of another version of the file is ignored (RFC 9110, 13.1.5), and only GET supports ranges (14.2). */
function readRange({ method, headers }: Request, etag: string, size: number): ByteRange | undefined {
  const ifRange = headers['if-range'];
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const range = parseRange(headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new HttpError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } });
}

function describeFile({ file: { contentType, name } }: SharedFile, etag: string): OutgoingHttpHeaders {
  const isShown = shownTypes.has(contentType);
  return {
    'Content-Type': isShown ? contentType : 'application/octet-stream',
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; ${formatFileName(name)}`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
}

/**
 * A public URL can be revoked, so its file is cached for a short time. A signed URL is meant for one reader, so shared
 * caches must not store its file.
 */
function cacheControl({ expiresAt }: SharedFile, now: Date): string {
  if (expiresAt === null) return 'public, max-age=300';
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  return `private, max-age=${Math.min(3_600, secondsLeft)}`;
}

/** None of these types can contain a script. SVG and HTML can, so they are always downloaded. */
const shownTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/mpeg',
  'audio/ogg',
  'audio/aac',
  'audio/mp4',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'application/pdf',
]);

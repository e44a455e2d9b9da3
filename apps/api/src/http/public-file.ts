import { readPublicFile } from '@parley/core';
import type { Database } from '@parley/database';
import type { RequestHandler } from 'express';
import { createFindForStranger } from './find-for-stranger.js';
import { HttpError } from './http-error.js';
import type { FailureLimit } from './limit-failures.js';
import { parseRange } from './parse-range.js';

/** Serves a file by its public URL. Whatever it holds, it cannot act as a page of this host. */
export function answerPublicFile(database: Database, failures: FailureLimit): RequestHandler {
  const findForStranger = createFindForStranger(failures, (token) => readPublicFile(database, token));
  return async (request, response) => {
    const file = await findForStranger(request, String(request.params.token));
    const range = parseRange(request.headers.range, file.bytes.length);
    if (range === 'unsatisfiable') {
      throw new HttpError('range_not_satisfiable', {
        headers: { 'Content-Range': `bytes */${file.bytes.length}` },
      });
    }
    const { headers } = response.locals.exchange;
    const isShown = shownTypes.has(file.contentType);
    headers['Content-Type'] = isShown ? file.contentType : 'application/octet-stream';
    headers['Content-Disposition'] = `${isShown ? 'inline' : 'attachment'}; ${formatFileName(file.name)}`;
    headers['Content-Security-Policy'] = "default-src 'none'; frame-ancestors 'none'; sandbox";
    headers['Cache-Control'] = 'public, max-age=31536000, immutable';
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    headers['Accept-Ranges'] = 'bytes';
    headers.ETag = `"${file.checksum}"`;
    if (request.headers['if-none-match'] === headers.ETag) {
      response.writeHead(304, headers).end();
      return;
    }
    const bytes = range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes;
    if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.bytes.length}`;
    headers['Content-Length'] = bytes.length;
    response.writeHead(range ? 206 : 200, headers).end(bytes);
  };
}

/** None of these can carry a script. SVG and HTML can, so they are only ever downloaded. */
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

/** RFC 6266: a plain name for old clients, and the real one in UTF-8. */
function formatFileName(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encoded = encodeURIComponent(name.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

import http, { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { errorTable } from '../response/error-table.js';
import type { FailureBody, HttpErrorCode } from '../response/http-error.js';
import { createRequestId } from './request-id.js';
import { type ServerLimits, serverLimits } from './server-limits.js';

/**
 * Express replaces the prototypes of every request and response, which defeats optimizations of V8. The server creates
 * them with the prototypes that Express would set, so that Express changes nothing (303 → 127 µs per request).
 */
export function createServer(app: Express, limits: ServerLimits = serverLimits): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // These classes inherit from the prototypes of Express, so they have the same types.
  app.request = Request.prototype as typeof app.request;
  app.response = Response.prototype as unknown as typeof app.response;

  // Express handles Node's own requests; its types require the prototypes that were set above.
  const handle = app as unknown as Listener;

  const server = http.createServer(
    {
      IncomingMessage: Request,
      ServerResponse: Response,
      maxHeaderSize: 16 * 1024,
      // Without this, Node would send a status without a body; see `checkRequestHead`.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
    },
    handleRequest,
  );
  server.on('checkExpectation', handleRequest);
  server.timeout = limits.idleTimeoutMs;
  server.maxConnections = limits.maxConnections;
  server.on('clientError', refuseMalformed);
  server.on('timeout', closeStalled);
  server.on('connect', refuseTunnel);
  return server;

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    // Express skips all its layers when it cannot parse the request target, as in "GET http://[::".
    handle(request, response, () => {
      request.url = '/';
      handle(request, response);
    });
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** A request that is not valid HTTP never reaches Express, but it gets the same error body. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
    socket.destroy();
    return;
  }
  writeFailure(socket, malformed.get(error.code ?? '') ?? 'invalid_body_params');
}

/** Closes connections that are idle: neither side sends, or the client sends no further requests. */
function closeStalled(socket: RespondingSocket): void {
  const isWaitingForBody = socket._httpMessage?.req.complete === false && !isResponding(socket);
  if (isWaitingForBody && socket.writable) writeFailure(socket, 'request_timeout');
  else socket.destroy();
}

/** CONNECT asks a proxy for a tunnel. Node passes the bare socket and does not handle its errors. */
function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  writeFailure(socket, 'method_not_allowed', ['Allow: GET, HEAD, POST, PUT, DELETE']);
}

function writeFailure(
  socket: Duplex,
  messageKey: keyof typeof errorTable,
  headers: readonly string[] = [],
): void {
  const { status, message } = errorTable[messageKey];
  const body: FailureBody = { success: false, error: { messageKey, message } };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${createRequestId(undefined)}`,
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  lingerBriefly(socket);
}

/**
 * A client that is still sending could lose the response if the connection closed at once (RFC 9112, 9.6). Waiting for
 * the client to close would let it keep the connection open forever, because Node checks the timeouts of a connection
 * only once.
 */
function lingerBriefly(socket: Duplex): void {
  const deadline = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(deadline));
}

const lingerMs = 500;

const malformed = new Map<string, HttpErrorCode>([
  ['HPE_HEADER_OVERFLOW', 'header_fields_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payload_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/** Node stores the response in progress on its socket. */
type RespondingSocket = Duplex & { _httpMessage?: ServerResponse | null };

/** Part of a response has been sent, so the client would read a second head as its body. */
function isResponding(socket: RespondingSocket): boolean {
  return socket._httpMessage?.headersSent === true;
}

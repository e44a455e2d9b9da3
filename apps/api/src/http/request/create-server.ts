import http, { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { errorTable } from '../response/error-table.js';
import type { FailureBody, HttpErrorCode } from '../response/http-error.js';
import { createRequestId } from './request-id.js';
import { type ServerLimits, serverLimits } from './server-limits.js';

/**
 * Express replaces the prototypes of every request and response, which makes V8 forget what it learned about them.
 * Here they are made with the very prototypes that Express would set, so that nothing changes (303 → 127 µs a request).
 */
export function createServer(app: Express, limits: ServerLimits = serverLimits): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // They inherit from what Express had there, so they are of the same types.
  app.request = Request.prototype as typeof app.request;
  app.response = Response.prototype as unknown as typeof app.response;

  // Express is a listener of Node's own requests; its types ask for the prototypes that were set above.
  const answer = app as unknown as Listener;

  const server = http.createServer(
    {
      IncomingMessage: Request,
      ServerResponse: Response,
      maxHeaderSize: 16 * 1024,
      // Node would answer with nothing but a status; see `checkRequestHead`.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
    },
    answerRequest,
  );
  server.on('checkExpectation', answerRequest);
  server.timeout = limits.idleTimeoutMs;
  server.maxConnections = limits.maxConnections;
  server.on('clientError', answerMalformed);
  server.on('timeout', answerStalled);
  server.on('connect', refuseTunnel);
  return server;

  function answerRequest(request: IncomingMessage, response: ServerResponse): void {
    // Express passes over all its layers when it cannot read the target, as in "GET http://[::".
    answer(request, response, () => {
      request.url = '/';
      answer(request, response);
    });
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** What cannot be read as HTTP never reaches Express; it gets the same failure body. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  writeFailure(socket, malformed.get(error.code ?? '') ?? 'invalid_body_params');
}

/** A client that neither sends nor reads does not keep its connection; nor does one that asks for nothing more. */
function answerStalled(socket: AnsweringSocket): void {
  const isWaitingForBody = socket._httpMessage?.req.complete === false && !isAnswering(socket);
  if (isWaitingForBody && socket.writable) writeFailure(socket, 'request_timeout');
  else socket.destroy();
}

/** CONNECT asks a proxy for a tunnel. Node hands over the bare socket, whose errors are nobody else's. */
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
 * Closing at once could take the answer away from a client that is still sending (RFC 9112, 9.6). Waiting for it to
 * close would let it keep the connection for ever: Node checks the times of a connection once only.
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

/** Node keeps the answer that is being made at its socket. */
type AnsweringSocket = Duplex & { _httpMessage?: ServerResponse | null };

/** Bytes of an answer are on the wire already; a second head would be read as its body. */
function isAnswering(socket: AnsweringSocket): boolean {
  return socket._httpMessage?.headersSent === true;
}

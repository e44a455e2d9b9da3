import { collectBody } from './collect-body.js';
import type { WebhookHandlerOptions } from './handler-options.js';
import { receive } from './receive.js';
import type { RawBody } from './verify.js';

/** The part of a request of Express, or of Connect, that is used. */
export interface WebhookRequest extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What a body parser has left: bytes are fine, an object is not. */
  readonly body?: unknown;
  /** Where some platforms keep the bytes. */
  readonly rawBody?: unknown;
}

export interface WebhookResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text?: string): unknown;
}

export type ExpressHandler = (
  request: WebhookRequest,
  response: WebhookResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/** A handler for `app.post('/webhooks/parley', expressHandler({ secret, onEvent }))`, before any `express.json()`. */
export function expressHandler(options: WebhookHandlerOptions): ExpressHandler {
  return async (request, response, next) => {
    try {
      const body = readBody(request, options.maxBytes);
      const { status, text } = await receive(request.headers, body, options);
      response.statusCode = status;
      if (text) response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end(text ?? undefined);
    } catch (error) {
      next(error);
    }
  };
}

async function readBody(request: WebhookRequest, maxBytes: number | undefined): Promise<RawBody> {
  const given = request.rawBody ?? request.body;
  // Whatever else a parser has made of it is refused, with advice, where it is verified.
  return given === undefined ? collectBody(request, maxBytes) : (given as RawBody);
}

import { collectBody } from './collect-body.js';
import { defaultMaxBytes, refusalStatus, type WebhookHandlerOptions } from './handler-options.js';
import { type RawBody, verify } from './verify.js';

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
export function expressHandler({ secret, onEvent, ...options }: WebhookHandlerOptions): ExpressHandler {
  return async (request, response, next) => {
    try {
      const body = await readBody(request, options.maxBytes ?? defaultMaxBytes);
      await onEvent(verify(request.headers, body, secret, options));
      response.statusCode = 204;
      response.end();
    } catch (error) {
      const status = refusalStatus(error);
      if (status === undefined) return next(error);
      response.statusCode = status;
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end(String(error));
    }
  };
}

async function readBody(request: WebhookRequest, maxBytes: number): Promise<RawBody> {
  const given = request.rawBody ?? request.body;
  // Whatever else a parser has made of it is refused, with advice, where it is verified.
  return given === undefined ? collectBody(request, maxBytes) : (given as RawBody);
}

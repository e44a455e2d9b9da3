import { collectBody } from './collect-body.js';
import type { WebhookHandlerOptions } from './handler-options.js';
import { receive } from './receive.js';
import type { RawBody } from './verify.js';

/** The part of an Express or Connect request that is used. */
export interface WebhookRequest extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The result of a body parser: bytes are fine, an object is not. */
  readonly body?: unknown;
  /** The bytes, on platforms that keep them here. */
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

/**
 * Creates a handler: `app.post('/webhooks/parley', expressHandler({ secret, onEvent }))`. Add it before any
 * `express.json()`.
 */
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
  // Any other result of a parser is refused, with advice, by the verification.
  return given === undefined ? collectBody(request, maxBytes) : (given as RawBody);
}

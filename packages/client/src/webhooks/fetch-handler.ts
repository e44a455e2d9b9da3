import { collectBody } from './collect-body.js';
import type { WebhookHandlerOptions } from './handler-options.js';
import { receive } from './receive.js';

/** Creates a handler that maps a `Request` to a `Response`, for Next.js, Hono, Cloudflare Workers, Deno and Bun. */
export function fetchHandler(options: WebhookHandlerOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      return new Response('A webhook is delivered by POST.', { status: 405, headers: { allow: 'POST' } });
    }
    const body = collectBody(request.body ?? [], options.maxBytes);
    const { status, text } = await receive(request.headers, body, options);
    return new Response(text, { status });
  };
}

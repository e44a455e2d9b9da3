import { collectBody } from './collect-body.js';
import type { WebhookHandlerOptions } from './handler-options.js';
import { receive } from './receive.js';

/** A handler from `Request` to `Response`, as Next.js, Hono, Workers, Deno and Bun have them. */
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

import { collectBody } from './collect-body.js';
import { defaultMaxBytes, refusalStatus, type WebhookHandlerOptions } from './handler-options.js';
import { verify } from './verify.js';

/** A handler from `Request` to `Response`, as Next.js, Hono, Workers, Deno and Bun have them. */
export function fetchHandler({ secret, onEvent, ...options }: WebhookHandlerOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      return new Response('A webhook is delivered by POST.', { status: 405, headers: { allow: 'POST' } });
    }
    try {
      const body = await collectBody(request.body ?? [], options.maxBytes ?? defaultMaxBytes);
      await onEvent(verify(request.headers, body, secret, options));
      return new Response(null, { status: 204 });
    } catch (error) {
      const status = refusalStatus(error);
      if (status === undefined) throw error;
      return new Response(String(error), { status });
    }
  };
}

import { ConnectionError } from '../errors/connection-error.js';
import type { Call, Progress } from './call.js';
import type { Settings } from './settings.js';
import { withTimeout } from './with-timeout.js';

/** A request whose body is kept, so that it can be sent again byte by byte. */
export interface Prepared {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | null;
}

export async function prepare(request: Request): Promise<Prepared> {
  const body = await request.arrayBuffer();
  const { url, method, headers } = request;
  return { url, method, headers, body: body.byteLength > 0 ? body : null };
}

/** Sends once. The response is given when its last byte is here; a failing connection is an outcome, not an exception. */
export async function exchange(
  { url, method, headers, body }: Prepared,
  call: Call,
  { fetch, attemptTimeoutMs }: Pick<Settings, 'fetch' | 'attemptTimeoutMs'>,
): Promise<Response | ConnectionError> {
  const explain = () => new Error(`no whole response within ${attemptTimeoutMs} ms`);
  try {
    return await withTimeout(
      { timeoutMs: attemptTimeoutMs, signal: call.signal, explain },
      async (signal) => {
        // A redirect would turn a POST into a GET, or take the body elsewhere.
        const init = {
          method,
          headers: identify(headers, call.progress),
          body,
          redirect: 'manual',
          signal,
        } as const;
        return readWhole(await fetch(new Request(url, init)));
      },
    );
  } catch (error) {
    return new ConnectionError(error, call.progress, url);
  }
}

/** Below the middleware, which therefore never sees the token. */
function identify(headers: Headers, { requestId, token }: Progress): Headers {
  const sent = new Headers(headers);
  sent.set('x-request-id', requestId ?? '');
  sent.set('authorization', `Bearer ${token}`);
  return sent;
}

/** The response with its body in memory, so that one that is cut off is noticed here, where it can be asked for again. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const { headers, statusText } = response;
  // Browsers show of a redirect only that it is one.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

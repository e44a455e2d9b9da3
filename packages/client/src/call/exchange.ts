import { ConnectionError } from '../errors/connection-error.js';
import type { Call, Progress } from './call.js';
import type { Settings } from './settings.js';
import { withTimeout } from './with-timeout.js';

/** A request whose body is kept, so that a retry sends the same bytes. */
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

/**
 * Sends one attempt. Returns the response after its last byte has arrived. A failed connection is returned, not thrown.
 */
export async function exchange(
  { url, method, headers, body }: Prepared,
  call: Call,
  { fetch, attemptTimeoutMs }: Pick<Settings, 'fetch' | 'attemptTimeoutMs'>,
): Promise<Response | ConnectionError> {
  const explain = () => new Error(`no complete response within ${attemptTimeoutMs} ms`);
  try {
    return await withTimeout(
      { timeoutMs: attemptTimeoutMs, signal: call.signal, explain },
      async (signal) => {
        // Following a redirect would change a POST to a GET, or send the body to another host.
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

/** Adds the token here, after all middleware has run, so that middleware never sees it. */
function identify(headers: Headers, { requestId, token }: Progress): Headers {
  const sent = new Headers(headers);
  sent.set('x-request-id', requestId ?? '');
  sent.set('authorization', `Bearer ${token}`);
  return sent;
}

/** Reads the whole body into memory, so that a truncated body is noticed here, where a retry is possible. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const { headers, statusText } = response;
  // Browsers reveal only that a response is a redirect.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

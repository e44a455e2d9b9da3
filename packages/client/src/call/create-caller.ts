import createFetchClient, { mergeHeaders } from 'openapi-fetch';
import { DeadlineError } from '../errors/deadline-error.js';
import { ParleyError } from '../errors/parley-error.js';
import type { Call, Progress } from './call.js';
import { checkPath } from './check-path.js';
import type { Middleware } from './middleware.js';
import type { CallOptions } from './options.js';
import type { Outcome } from './outcome.js';
import { randomId } from './random-id.js';
import { fail, readResponse } from './read-response.js';
import { sendWithRetries } from './send-with-retries.js';
import { readCount, readTime, type Settings } from './settings.js';
import { withTimeout } from './with-timeout.js';
import { writeBody } from './write-body.js';

export interface CallInit extends CallOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** Makes a call. Errors of the service and the network are returned, not thrown. */
export type PerformCall = (method: string, path: string, init?: CallInit) => Promise<Outcome>;

export interface Caller {
  readonly perform: PerformCall;
  readonly use: (...middleware: Middleware[]) => void;
  readonly eject: (...middleware: Middleware[]) => void;
}

export function createCaller(settings: Settings): Caller {
  // Types are checked where the client is called. Here, all operations are handled in the same way.
  const client = createFetchClient({ baseUrl: settings.baseUrl }) as unknown as UntypedClient;
  return {
    use: client.use,
    eject: client.eject,
    async perform(method, path, init = {}) {
      const operation = `${method} ${path}`;
      checkPath(operation, path, init.params?.path ?? {});
      const timeoutMs = readTime('timeoutMs', init.timeoutMs ?? settings.timeoutMs);
      const excludesWaits = settings.excludesWaits && init.timeoutMs === undefined;
      const maxRetries = readCount('maxRetries', init.maxRetries ?? settings.maxRetries);
      const progress: Progress = { operation, attempts: 0, doing: 'preparing it' };
      const explain = () => {
        const what = `took more than ${timeoutMs} ms and was aborted while ${progress.doing}`;
        return new DeadlineError(what, progress, progress.lastFailure);
      };
      try {
        return await withTimeout({ timeoutMs, signal: init.signal, explain }, (signal, clock) => {
          return send({ signal, clock, excludesWaits, maxRetries, progress }, [method, path, init]);
        });
      } catch (error) {
        if (error instanceof ParleyError) return fail(error, undefined);
        throw error;
      }
    },
  };

  async function send(
    call: Omit<Call, 'isRead'>,
    [method, path, init]: [string, string, CallInit],
  ): Promise<Outcome> {
    const { readingEnds, binaryResponses } = settings.policy;
    const isRead = readingEnds.some((end) => path.endsWith(end));
    const isBinary = binaryResponses.includes(call.progress.operation);
    const headers = mergeHeaders(settings.headers, init.headers);
    const key = init.idempotencyKey ?? headers.get('idempotency-key') ?? randomId();
    if (method === 'POST' && !isRead) headers.set('idempotency-key', key);
    const { data, error, response } = await client.request(method, path, {
      params: init.params,
      body: writeBody(init.body),
      headers,
      parseAs: isBinary ? 'blob' : 'text',
      fetch: (request) => sendWithRetries(request, { ...call, isRead }, settings),
    });
    return readResponse({ ...call, isBinary, response, data, error });
  }
}

interface UntypedClient {
  request(
    method: string,
    path: string,
    init: {
      readonly params: CallInit['params'];
      readonly body: unknown;
      readonly headers: Headers;
      readonly parseAs: 'blob' | 'text';
      readonly fetch: (request: Request) => Promise<Response>;
    },
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

import { asObject } from '@parley/validation';
import { Agent, type Dispatcher, request as send } from 'undici';
import { bareType } from '../document/media-types.js';
import { messageOf } from '../errors/message-of.js';
import { withToken } from '../request/credentials.js';
import type { WireRequest } from '../request/encode-request.js';
import { readWaitMs } from './read-limit.js';
import { createSockets, type Sockets } from './sockets.js';
import type { Outcome, WireResponse } from './wire-response.js';

export interface WireOptions {
  /** The URL that the path of an operation is appended to. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** Headers that are sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly connections: number;
  /** The maximum time to wait when the server asks for it. */
  readonly maxWaitMs: number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export interface Wire {
  /** Sends a request, after the delay that the server requested. After a 429 it waits and retries. */
  send(request: WireRequest): Promise<Outcome>;
  /** Requests sent so far. */
  readonly count: number;
  /** Whether the server no longer accepts connections. */
  readonly isGone: boolean;
  /** Time spent waiting because the server requested it. */
  readonly waitedMs: number;
  /** The first response with status 429, which must match the document like any other. */
  readonly limited: Map<WireRequest, WireResponse>;
  close(): Promise<void>;
}

const mostTries = 5;

/** After this number of refused connections in a row, the server counts as stopped. */
const mostRefused = 5;

export function createWire(options: WireOptions): Wire {
  const sockets = createSockets();
  const dispatcher = new Agent({
    connections: options.connections,
    pipelining: 1,
    connect: sockets.connect,
  });
  const limited = new Map<WireRequest, WireResponse>();
  let count = 0;
  let waitedMs = 0;
  let pausedUntil = 0;
  let refused = 0;

  async function pause(): Promise<void> {
    const milliseconds = Math.min(pausedUntil - performance.now(), options.maxWaitMs);
    if (milliseconds <= 0) return;
    waitedMs += milliseconds;
    await options.wait(milliseconds);
    pausedUntil = 0;
  }

  async function attempt(request: WireRequest, triesLeft: number): Promise<Outcome> {
    await pause();
    count += 1;
    const outcome = await exchange(request, { ...options, dispatcher, sockets });
    refused = 'failure' in outcome && outcome.failure === 'refused' ? refused + 1 : 0;
    if ('failure' in outcome) return outcome;
    const waitMs = readWaitMs(outcome, new Date());
    if (waitMs > 0) pausedUntil = Math.max(pausedUntil, performance.now() + waitMs);
    if (outcome.status !== 429) return outcome;
    if (limited.size === 0) limited.set(request, outcome);
    return triesLeft > 1 ? attempt(request, triesLeft - 1) : outcome;
  }

  return {
    send: (request) => attempt(request, mostTries),
    get count() {
      return count;
    },
    get isGone() {
      return refused >= mostRefused;
    },
    get waitedMs() {
      return waitedMs;
    },
    limited,
    close: () => dispatcher.close(),
  };
}

type Exchange = WireOptions & { readonly dispatcher: Dispatcher; readonly sockets: Sockets };

/** If the server closed the idle connection, the request is sent once more on a new one. */
async function exchange(request: WireRequest, options: Exchange): Promise<Outcome> {
  const watch = options.sockets.watch();
  const first = await exchangeOnce(request, options);
  const isUnseen = 'failure' in first && first.failure === 'closed' && watch.wasIdle();
  return isUnseen ? exchangeOnce(request, options) : first;
}

async function exchangeOnce(request: WireRequest, options: Exchange): Promise<Outcome> {
  const { target, headers } = withToken(request, options.token);
  try {
    const response = await send(`${options.baseUrl}${target}`, {
      dispatcher: options.dispatcher,
      // The methods of a document are HTTP methods.
      method: request.method as Dispatcher.HttpMethod,
      headers: { accept: '*/*', ...options.headers, ...headers },
      body: bodyOf(request),
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    const body = await readBody(response);
    return { status: response.statusCode, headers: response.headers, body };
  } catch (error) {
    return describeFailure(error);
  }
}

/** Reads a body to its end, or the beginning of a stream, which does not end by itself. */
async function readBody({ headers, body }: Dispatcher.ResponseData): Promise<Buffer> {
  if (bareType(String(headers['content-type'])) !== 'text/event-stream')
    return Buffer.from(await body.arrayBuffer());
  for await (const chunk of body) return Buffer.from(chunk);
  return Buffer.alloc(0);
}

function bodyOf({ body, paddingBytes }: WireRequest): Buffer | null {
  if (paddingBytes === undefined) return body ?? null;
  return Buffer.concat([body ?? Buffer.alloc(0), Buffer.alloc(paddingBytes, ' ')]);
}

function describeFailure(error: unknown): Outcome {
  const message = messageOf(error);
  const { name, code = '' } = asObject(error);
  if (name === 'TimeoutError') return { failure: 'timeout', message };
  const isUnreachable =
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/.test(String(code));
  return {
    failure: isUnreachable ? 'refused' : 'closed',
    message: [code, message].filter(Boolean).join(' '),
  };
}

import type { Readable } from 'node:stream';
import type { ProviderCallOptions } from '../adapter/channel-adapter.js';
import { cannotSend, SendError } from '../adapter/send-error.js';
import { isRecord } from '../payload/read-value.js';
import { exchangeDeadline, interruptedExchange } from './exchange-deadline.js';

const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Makes one HTTP request to a provider. Resolves for any status; rejects with `SendError` when there is no response.
 * Redirects are not followed.
 */
export async function callProvider(
  call: ProviderCall,
  options: ProviderCallOptions,
): Promise<ProviderResponse> {
  const { readBody, ...head } = await openProvider(call, options);
  return { ...head, ...(await readUpTo(call.maxResponseBytes ?? MAX_RESPONSE_BYTES, readBody())) };
}

/**
 * Like `callProvider`, but the caller reads the body itself. Reading the body also rejects with `SendError`. A caller
 * that does not need the body calls `discard`.
 */
export async function openProvider(call: ProviderCall, options: ProviderCallOptions): Promise<OpenResponse> {
  if (!URL.canParse(call.url))
    throw cannotSend('channel_not_configured', 'The base URL of the channel is not a URL.');
  const signal = exchangeDeadline(options);
  const failed = (cause: unknown) =>
    signal.aborted ? interruptedExchange(signal, cause) : noResponse(cause);
  // The API loads all adapters and calls no provider.
  const { request } = await import('./undici-request.js');
  try {
    const { statusCode, headers, body } = await request(call.url, {
      method: call.method,
      headers: { ...options.headers, ...call.headers },
      body: call.body ?? null,
      signal,
      ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
    });
    return {
      status: statusCode,
      receivedAt: options.now?.() ?? new Date(),
      header: (name) => singleHeader(headers[name]),
      async *readBody() {
        try {
          for await (const chunk of body) yield Buffer.from(chunk);
        } catch (cause) {
          throw failed(cause);
        }
      },
      async discard() {
        await body.dump({ limit: MAX_RESPONSE_BYTES }).catch(() => undefined);
      },
    };
  } catch (cause) {
    throw failed(cause);
  }
}

export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  /** The default is 64 KiB; the rest of a longer body is not read. */
  readonly maxResponseBytes?: number;
}

export interface ResponseHead {
  readonly status: number;
  /** By the clock of the caller. */
  readonly receivedAt: Date;
  readonly header: (lowerCaseName: string) => string | undefined;
}

export interface ProviderResponse extends ResponseHead {
  /** The body, or the beginning of a long body. */
  readonly body: Buffer;
}

export interface OpenResponse extends ResponseHead {
  /** Ending the iteration early closes the connection. */
  readonly readBody: () => AsyncGenerator<Buffer, void>;
  readonly discard: () => Promise<void>;
}

async function readUpTo(limit: number, chunks: AsyncIterable<Buffer>): Promise<{ body: Buffer }> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > limit) break;
  }
  return { body: Buffer.concat(read).subarray(0, limit) };
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function noResponse(cause: unknown): SendError {
  const code = errorCodeOf(cause);
  if (code === 'UND_ERR_INVALID_ARG') {
    return new SendError(
      'channel_not_configured',
      'A setting or secret of the channel cannot be sent over HTTP.',
      {
        retryable: false,
        cause,
      },
    );
  }
  return new SendError('network_error', `The provider could not be reached (${code}).`, {
    retryable: true,
    mayHaveBeenSent: !NEVER_CONNECTED.has(code),
    cause,
  });
}

export function errorCodeOf(cause: unknown): string {
  return isRecord(cause) && typeof cause.code === 'string' ? cause.code : 'unknown';
}

export const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

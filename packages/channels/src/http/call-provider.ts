import { type Dispatcher, request } from 'undici';
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
  if (!URL.canParse(call.url))
    throw cannotSend('channel_not_configured', 'The base URL of the channel is not a URL.');
  const signal = exchangeDeadline(options);
  try {
    const { statusCode, headers, body } = await request(call.url, {
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      signal,
      ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
    });
    const content = await readUpTo(call.maxResponseBytes ?? MAX_RESPONSE_BYTES, body);
    return { status: statusCode, header: (name) => singleHeader(headers[name]), ...content };
  } catch (cause) {
    throw signal.aborted ? interruptedExchange(signal, cause) : noResponse(cause);
  }
}

export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxResponseBytes?: number;
}

export interface ProviderResponse {
  readonly status: number;
  readonly header: (lowerCaseName: string) => string | undefined;
  readonly body: Buffer;
  /** The response was longer than the limit. */
  readonly truncated: boolean;
}

async function readUpTo(
  limit: number,
  body: Dispatcher.ResponseData['body'],
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > limit) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, limit), truncated: size > limit };
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

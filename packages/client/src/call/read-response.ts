import { ApiError, type FailureBody } from '../errors/api-error.js';
import type { ParleyError } from '../errors/parley-error.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import { hasProperties } from '../has-properties.js';
import type { Progress } from './call.js';
import type { Outcome } from './outcome.js';
import { readRetryAfter } from './read-rate-limit.js';

export interface ReceivedResponse extends ReceivedFailure {
  readonly isBinary: boolean;
  /** The text of a JSON response, or a Blob. */
  readonly data: unknown;
}

export interface ReceivedFailure {
  readonly progress: Progress;
  readonly response: Response;
  /** The body of a failure, as text or as parsed JSON. */
  readonly error: unknown;
}

/** Unwraps the envelope: returns the content of a success, or the error that a failure describes. */
export function readResponse(received: ReceivedResponse): Outcome {
  const { response, isBinary } = received;
  if (!response.ok) return fail(readFailure(received), response);
  const body = isBinary ? undefined : parseObject(received.data);
  if (body && body.success !== true) return fail(unexpected(received, received.data), response);
  // openapi-fetch returns nothing for an empty body.
  const bytes = received.data ?? new Blob([], { type: response.headers.get('content-type') ?? '' });
  const data = body ? body.data : bytes;
  return { ok: true, data, body, error: undefined, response, requestId: received.progress.requestId };
}

export function fail(error: ParleyError, response: Response | undefined): Outcome {
  return { ok: false, data: undefined, body: undefined, error, response, requestId: error.requestId };
}

export function readFailure(received: ReceivedFailure): ParleyError {
  const { response } = received;
  const { status, headers } = response;
  const { error } = parseObject(received.error);
  if (!isFailureBody(error)) return unexpected(received, received.error);
  return new ApiError(error, {
    ...received.progress,
    status,
    retryAfter: readRetryAfter(headers, status),
  });
}

function unexpected(received: ReceivedFailure, content: unknown): ParleyError {
  const { status, headers } = received.response;
  const location = headers.get('location');
  const type = headers.get('content-type') ?? 'no content type';
  const what =
    status >= 300 && status < 400
      ? `${status}, a redirect${location === null ? '' : ` to ${location}`}. Is baseUrl right?`
      : `${status} with ${type}${excerpt(content, received.progress.token)}`;
  return new UnexpectedResponseError(what, { ...received.progress, status });
}

/**
 * Returns the beginning of the body, for a person to read. A debugging proxy may echo the request, including the token.
 */
function excerpt(content: unknown, token: string | undefined): string {
  const text = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
  const hidden = token === undefined ? text : text.replaceAll(token, '…');
  const line = hidden.replace(/\s+/g, ' ').trim();
  return line === '' ? ' and no content' : `, ${line.length > 120 ? `${line.slice(0, 120)}…` : line}`;
}

/** Returns the object itself, or the object that the text contains as JSON; otherwise an empty object. */
function parseObject(content: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = typeof content === 'string' ? JSON.parse(content) : content;
    return hasProperties(value) ? value : {};
  } catch {
    return {};
  }
}

function isFailureBody(value: unknown): value is FailureBody {
  return hasProperties(value) && typeof value.messageKey === 'string' && typeof value.message === 'string';
}

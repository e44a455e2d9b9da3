import { createClient as createV3Client, isApiError } from '@parley/client';
import { createClient as createV2Client } from '@parley/client/v2';
import { type Dispatcher, request as sendRequest } from 'undici';
import type { ApiVersion } from '../wire/versions.js';
import type { SentResponse } from './send.js';

export interface PartnerCall {
  readonly version: ApiVersion;
  readonly url: string;
  readonly token: string;
  readonly dispatcher: Dispatcher;
  readonly method: string;
  /** The path as in the document, with its parameters in braces. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

const creators = { v3: createV3Client, v2: createV2Client };

/** Sends a request with the client that partners install, and returns the raw response. */
export async function callAsPartner(call: PartnerCall): Promise<SentResponse> {
  const { version, url, token, dispatcher, method, path, params, query, headers, body } = call;
  let received: SentResponse | undefined;
  const client = creators[version]({
    baseUrl: url,
    token,
    maxRetries: 0,
    pacing: false,
    warn: () => {},
    async fetch(request) {
      // The test decides which writes have a key; the client would send one with each.
      if (!hasKey(headers)) request.headers.delete('idempotency-key');
      received = await forward(request, dispatcher);
      return toResponse(received);
    },
  });
  // The type of the request is chosen by operation id, and the types of the client by method and path. Both are
  // equivalent.
  const calls = client.raw as unknown as Readonly<Record<string, UntypedCall>>;
  const outcome = await calls[method]?.(path, { params: { path: params, query }, headers, body });
  if (!received) throw outcome?.error ?? new Error(`The client has no method ${method}.`);
  expectUnderstood(outcome, received);
  return received;
}

type UntypedCall = (
  path: string,
  init: Pick<PartnerCall, 'headers' | 'body'> & { readonly params: object },
) => Promise<{ readonly ok: boolean; readonly error?: unknown }>;

/**
 * Checks how the client interprets a response: a success as a success, and a failure as the error that the body
 * describes.
 */
function expectUnderstood(
  outcome: { ok: boolean; error?: unknown } | undefined,
  { status, text }: SentResponse,
) {
  const isUnderstood = status >= 400 ? isApiError(outcome?.error) && outcome.error.status === status : true;
  if (isUnderstood && (status !== 200 || outcome?.ok)) return;
  throw new Error(`The client does not understand a response of ${status}: ${text}`, {
    cause: outcome?.error,
  });
}

function hasKey(headers: PartnerCall['headers'] = {}): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
}

/** Uses undici directly, because `fetch` joins headers that are sent twice. */
async function forward(request: Request, dispatcher: Dispatcher): Promise<SentResponse> {
  const body = Buffer.from(await request.arrayBuffer());
  const response = await sendRequest(request.url, {
    dispatcher,
    // The method comes from the contract.
    method: request.method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(request.headers),
    body: body.length > 0 ? body : null,
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, text: bytes.toString('utf8'), bytes };
}

function toResponse({ status, headers, bytes }: SentResponse): Response {
  const received = new Headers();
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) received.append(name, value);
  }
  // A response of these statuses cannot be constructed with a body.
  const isBodiless = status === 204 || status === 304;
  return new Response(isBodiless ? null : bytes, { status, headers: received });
}

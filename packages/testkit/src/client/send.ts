import { type Dispatcher, FormData, request } from 'undici';
import type { WireResponse } from '../wire/wire-response.js';
import type { CallOptions } from './operation-types.js';

export interface Target {
  readonly url: string;
  readonly method: string;
  readonly dispatcher: Dispatcher;
  /** Whether the body is sent as a form instead of as JSON. */
  readonly takesForm?: boolean;
}

/** Makes one exchange over a real socket; the response is not checked here. */
export async function send(target: Target, options: CallOptions & { body?: unknown }): Promise<SentResponse> {
  const { token, query } = options;
  const body = options.body === undefined ? options.wrongBody : options.body;
  const payload = options.text ?? (body === undefined ? null : encode(target, body));
  const response = await request(target.url, {
    dispatcher: target.dispatcher,
    // The method comes from the contract, or a test uses another one on purpose.
    method: target.method.toUpperCase() as Dispatcher.HttpMethod,
    ...(query && { query }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      // A form has its own content type, with the boundary between its parts.
      ...(payload !== null && !(payload instanceof FormData) && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: payload,
  });
  const bytes = await readBody(response);
  return { status: response.statusCode, headers: response.headers, text: bytes.toString('utf8'), bytes };
}

/** Reads a body to its end, or the first record of a stream, which does not end by itself. */
async function readBody({ headers, body }: Dispatcher.ResponseData): Promise<Buffer> {
  if (!String(headers['content-type']).startsWith('text/event-stream'))
    return Buffer.from(await body.arrayBuffer());
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (text.includes('\n\n')) break;
  }
  return Buffer.from(text);
}

export interface SentResponse extends WireResponse {
  readonly bytes: Buffer;
}

function encode({ takesForm = false }: Target, body: unknown): string | FormData {
  if (!takesForm) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, part] of Object.entries(Object(body))) {
    if (part instanceof Blob) form.append(name, part);
    else form.append(name, String(part));
  }
  return form;
}

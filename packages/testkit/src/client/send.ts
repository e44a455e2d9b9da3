import { type Dispatcher, request } from 'undici';
import type { WireResponse } from '../wire/check-wire.js';
import type { CallOptions } from './operation-types.js';

export interface Target {
  readonly url: string;
  readonly method: string;
  readonly dispatcher: Dispatcher;
}

/** One exchange over a real socket; nothing about the answer is judged here. */
export async function send(target: Target, options: CallOptions & { body?: unknown }): Promise<WireResponse> {
  const { token, query } = options;
  const json = options.body === undefined ? options.wrongBody : options.body;
  const payload = options.text ?? (json === undefined ? null : JSON.stringify(json));
  const response = await request(target.url, {
    dispatcher: target.dispatcher,
    // The method is one of the contract's, or one that a test tries on purpose.
    method: target.method.toUpperCase() as Dispatcher.HttpMethod,
    ...(query && { query }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== null && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: payload,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

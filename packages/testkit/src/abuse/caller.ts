import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'undici';
import type { Stage } from './scenario.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Method = 'GET' | 'POST' | 'PUT';

/** Sends a request to the service; a body is JSON. */
export type Call = (method: Method, path: string, body?: object) => Promise<Reply>;

/** Creates a caller with connections of its own, which are closed when the scenario ends. */
export function openCaller(stage: Stage, url: string, token: string): Call {
  const post = openPoster(stage);
  return (method, path, body) =>
    post(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

export interface RawRequest {
  readonly method?: Method;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request of a provider or of an unauthenticated caller; the default method is POST. */
export function openPoster(stage: Stage): (url: string, raw: RawRequest) => Promise<Reply> {
  const dispatcher = new Agent();
  stage.onEnd(() => dispatcher.destroy());
  return async (url, { method = 'POST', headers = {}, body }) => {
    const response = await request(url, { method, headers, dispatcher, ...(body !== undefined && { body }) });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };
}

import { randomUUID } from 'node:crypto';

/** Calls the API; every POST has an idempotency key of its own. Returns `data` of the response, and throws on an error. */
export type Call = (method: string, path: string, body?: object | FormData) => Promise<Data>;

/** The `data` of a response, from which a run reads an id or a list. */
export interface Data extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

export function createCall(url: string, token: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const { status, text } = await post(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (status !== 200) throw new Error(`${method} ${path} returned ${status}: ${text}`);
    // The responses of our own service are checked against the contract elsewhere.
    return JSON.parse(text).data as Data;
  };
}

export async function post(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', ...request, signal: AbortSignal.timeout(30_000) });
  return { status: response.status, text: await response.text() };
}

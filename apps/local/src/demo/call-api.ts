import type { StartedService } from '../start/run-service.js';

export interface Caller {
  readonly service: StartedService;
  readonly token: string;
}

/** Calls the API as a partner does, and gives the `data` of the answer, whose shape the contract tells. */
export async function callApi<Data>(
  { service, token }: Caller,
  request: string,
  body?: object,
): Promise<Data> {
  const [method = '', path = ''] = request.split(' ');
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request} was refused: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}

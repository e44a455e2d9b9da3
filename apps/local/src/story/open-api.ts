import { type V3OperationId, v3 } from '@parley/contract/operations';
import type { operations } from '@parley/contract/v3';
import { CommandError } from '../command-error.js';

/** Calls operations of v3 by their name over HTTP, typed by the contract; nothing else of the service is used. */
export interface Api {
  /** Gives the `data` of the answer. */
  call<Id extends V3OperationId>(operationId: Id, request?: CallRequest<Id>): Promise<DataOf<Id>>;
  /** Gives the page that a search found. */
  search<Id extends V3OperationId>(operationId: Id, request?: CallRequest<Id>): Promise<AnswerOf<Id>>;
  upload(file: File): Promise<DataOf<'uploadFile'>>;
  download(fileId: string): Promise<Uint8Array>;
  readonly callCount: number;
}

interface CallRequest<Id extends V3OperationId> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<Id>;
}

type BodyOf<Id extends V3OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? Extract<NonNullable<Body>, { content: { 'application/json': unknown } }>['content']['application/json']
  : never;

type AnswerOf<Id extends V3OperationId> = operations[Id]['responses'][200] extends {
  content: { 'application/json': infer Answer };
}
  ? Answer
  : never;

type DataOf<Id extends V3OperationId> = AnswerOf<Id> extends { data: infer Data } ? Data : undefined;

export function openApi({ url, token }: { url: string; token: string }): Api {
  let callCount = 0;

  async function send(
    operationId: V3OperationId,
    params: CallRequest<V3OperationId>['params'],
    init: RequestInit,
  ) {
    const { method, path } = v3.operations[operationId];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    callCount += 1;
    const request = `${method.toUpperCase()} ${v3.basePath}${filled}`;
    const answer = await fetch(`${url}${v3.basePath}${filled}`, {
      ...init,
      method: method.toUpperCase(),
      headers,
    }).catch((error: Error) => {
      throw new CommandError(`${url} cannot be reached: ${String(error.cause ?? error)}`);
    });
    if (!answer.ok)
      throw new CommandError(`${request} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  async function ask<Id extends V3OperationId>(
    operationId: Id,
    { params, body }: CallRequest<Id> = {},
  ): Promise<AnswerOf<Id>> {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await send(operationId, params, body === undefined ? {} : json);
    // What the contract says; the server is tested for it.
    return (await answer.json()) as AnswerOf<Id>;
  }

  return {
    call: async (operationId, request) => Object(await ask(operationId, request)).data,
    search: ask,
    async upload(file) {
      const body = new FormData();
      body.set('file', file);
      const answer = await send('uploadFile', {}, { body });
      return Object(await answer.json()).data;
    },
    async download(fileId) {
      return new Uint8Array(await (await send('downloadFile', { fileId }, {})).arrayBuffer());
    },
    get callCount() {
      return callCount;
    },
  };
}

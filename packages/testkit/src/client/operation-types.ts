import type { V2OperationId, V3OperationId } from '@parley/contract/operations';
import type { operations as V2Operations } from '@parley/contract/v2';
import type { operations as V3Operations } from '@parley/contract/v3';
import type { HeaderValues } from '../wire/wire-response.js';

/** The operations of each version, without the webhooks that the documents also describe. */
export interface OperationsOf {
  v3: Pick<V3Operations, V3OperationId>;
  v2: Pick<V2Operations, V2OperationId>;
}

/** The parts of a request. A test that sends an invalid body on purpose uses `wrongBody` or `text`. */
export type CallRequest<Operation> = CallOptions & ParamsOf<Operation> & { body?: BodyOf<Operation> };

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token instead of the client's own; null sends none. */
  readonly token?: string | null;
  /** JSON that the contract does not allow. */
  readonly wrongBody?: unknown;
  /** Bytes that need not even be JSON. */
  readonly text?: string | Uint8Array;
}

type ParamsOf<Operation> = Operation extends { parameters: { path: infer Params } }
  ? { readonly params: Params }
  : { readonly params?: Readonly<Record<string, never>> };

/** JSON, or the parts of a form, where a file is a `File`. */
type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? ContentOf<NonNullable<Body>, 'application/json' | 'multipart/form-data'>
  : never;

/** One of the declared responses; `status` discriminates the union. */
export type ResponseOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: {
        readonly status: Status;
        readonly headers: HeaderValues;
        readonly body: ContentOf<Responses[Status], 'application/json'> | BytesOf<Responses[Status]>;
      };
    }[keyof Responses]
  : never;

type ContentOf<Message, Media extends string> = Message extends { content: infer Content }
  ? Content[keyof Content & Media]
  : never;

type BytesOf<Message> = Message extends {
  content: { 'application/octet-stream': Blob } | { 'text/event-stream': string };
}
  ? Buffer
  : never;

import type { Context, InvalidParams, JsonText, ValidPart } from '@parley/core';
import type { Download } from '../files/download.js';
import type { UploadedFile } from '../files/uploaded-file.js';
import type { FindInboundUse } from '../limits/limit-inbound.js';
import type { RateUse } from '../limits/rate-limit.js';
import type { EventStream } from '../streams/event-stream.js';
import type { RequestUsage } from '../usage/record-usage.js';

/** The validated input of one operation. */
export interface OperationRequest<Operation> {
  readonly params: PathParams<Operation>;
  readonly body: RequestBody<Operation>;
  readonly query: Parameters<Operation, 'query'>;
  readonly headers: Parameters<Operation, 'header'>;
  readonly rateUse: RateUse;
  /** Counts the events in the response, by their types. */
  readonly countEvents: RequestUsage['countEvents'];
  readonly findInboundUse: FindInboundUse;
}

/**
 * Reads typed input, calls one use case and presents its result as the response body that the contract declares, or returns the
 * text of that body.
 */
export type Handler<Operation> = (
  context: Context,
  request: OperationRequest<Operation>,
) => Promise<SuccessBody<Operation> | JsonText<SuccessBody<Operation>>>;

/**
 * Finds errors that the schema does not cover, so that both kinds are reported together. It runs only if the schema has
 * found errors, on the remaining valid part of the body. It writes nothing and reads only records that the body refers
 * to.
 */
export type Check<Operation> = (
  context: Context,
  request: {
    readonly params: PathParams<Operation>;
    readonly body: ValidPart<RequestBody<Operation>>;
  },
) => Promise<InvalidParams>;

/** A handler of an operation with a body. It declares the errors that the schema does not cover. */
export interface CheckedHandler<Operation> {
  /** `schema only` means that the use case accepts every body that the schema accepts. */
  readonly check: Check<Operation> | 'schema only';
  readonly handle: Handler<Operation>;
}

/** One handler for each operation of a version. A missing, unknown or mistyped handler does not compile. */
export type Handlers<Operations> = {
  readonly [Id in keyof Operations]: RequestBody<Operations[Id]> extends undefined
    ? Handler<Operations[Id]>
    : CheckedHandler<Operations[Id]>;
};

type PathParams<Operation> = Operation extends { parameters: { path: infer Params } }
  ? Params
  : Record<string, never>;

/** The parameters of one place. Headers have lower-case names. */
type Parameters<Operation, Place extends 'query' | 'header'> = Operation extends {
  parameters: Readonly<Partial<Record<Place, infer Declared>>>;
}
  ? LowerCase<NonNullable<Declared>>
  : Record<string, never>;

type LowerCase<Declared> = { readonly [Name in keyof Declared as Lowercase<Name & string>]: Declared[Name] };

type RequestBody<Operation> = Operation extends { requestBody?: infer Body }
  ? RequestContent<NonNullable<Body>>
  : undefined;

type RequestContent<Message> = Message extends { content: { 'application/json': infer Body } }
  ? Body
  : Message extends { content: { 'multipart/form-data': infer Form } }
    ? { [Part in keyof Form]: Form[Part] extends Blob ? UploadedFile : Form[Part] }
    : undefined;

export type SuccessBody<Operation> = Operation extends { responses: { 200: infer Success } }
  ? ResponseContent<Success>
  : never;

type ResponseContent<Message> = Message extends { content: { 'application/json': infer Body } }
  ? Body
  : Message extends { content: { 'application/octet-stream': Blob } }
    ? Download
    : Message extends { content: { 'text/event-stream': string } }
      ? EventStream
      : undefined;

import type { CallOptions } from '../call/options.js';
import type { Filter } from '../filter/filter.js';
import type { Sort } from '../filter/sort.js';
import type { FieldsOf } from '../operations/fields.js';
import type { Content, Contract, Method, OperationAt, RequiredKeys } from '../operations/operation.js';

/**
 * The arguments after the path. They are optional when nothing in them is required.
 *
 * Here and below, types that depend on the path are lookups, `{ a: …; b: … }[which]`, and not conditional types: the
 * compiler resolves a lookup before it has inferred the path, so it knows the fields of a filter that is written inline.
 */
export type InitArguments<C extends Contract, Path extends keyof C['paths'], M extends Method> = {
  optional: [init?: Init<C, Path, M>];
  required: [init: Init<C, Path, M>];
}[NeedsInit<OperationAt<C, Path, M>>];

export type Init<C extends Contract, Path extends keyof C['paths'], M extends Method> = CallOptions &
  BodyInit<C, Path, M> &
  ParamsInit<Params<OperationAt<C, Path, M>>> &
  KeyInit<OperationAt<C, Path, M>>;

type NeedsInit<Operation> =
  RequiredKeys<Params<Operation>> extends never
    ? Operation extends { requestBody: object }
      ? 'required'
      : 'optional'
    : 'required';

/** Excludes headers, because the client sets the headers of the contract itself. */
type Params<Operation> = Operation extends { parameters: infer All }
  ? { [Place in keyof All as All[Place] extends undefined ? never : Place & ('path' | 'query')]: All[Place] }
  : never;

type ParamsInit<Values> = keyof Values extends never
  ? { readonly params?: undefined }
  : RequiredKeys<Values> extends never
    ? { readonly params?: Values | undefined }
    : { readonly params: Values };

type BodyInit<C extends Contract, Path extends keyof C['paths'], M extends Method> = {
  none: { readonly body?: undefined };
  optional: { readonly body?: Body<C, Path, M> | undefined };
  required: { readonly body: Body<C, Path, M> };
}[NeedsBody<OperationAt<C, Path, M>>];

type NeedsBody<Operation> = [Content<Operation>] extends [never]
  ? 'none'
  : Operation extends { requestBody: object }
    ? 'required'
    : 'optional';

type Body<C extends Contract, Path extends keyof C['paths'], M extends Method> = {
  search: SearchBody<Bodies<C, M>[Path], FieldsOf<C, Path>>;
  other: PlainBodies<C, M>[Path];
}[Path extends keyof C['filterFields'] ? 'search' : 'other'];

/** The body as in the contract: JSON, or else a form. */
type Bodies<C extends Contract, M extends Method> = {
  [Path in keyof C['paths']]: Content<OperationAt<C, Path, M>> extends infer Types
    ? Types extends { 'application/json': infer Json }
      ? Json
      : Types extends { 'multipart/form-data': infer Form }
        ? Form
        : never
    : never;
};

type PlainBodies<C extends Contract, M extends Method> = {
  [Path in keyof C['paths']]: Path extends keyof C['filterFields'] ? never : Bodies<C, M>[Path];
};

type SearchBody<Json, Fields> = Omit<Json, 'query' | 'sortBy'> & {
  /** A filter such as `eq('status', 'open')`, or its text. */
  query?: Filter<Fields> | string | undefined;
  /** An order such as `desc('createdAt')`, or its text. */
  sortBy?: Sort<Fields> | string | undefined;
};

type KeyInit<Operation> =
  HasKey<Operation> extends true
    ? {
        /** A key of your own, so that the write is done once even if your program restarts. By default the client creates one. */
        readonly idempotencyKey?: string | undefined;
      }
    : { readonly idempotencyKey?: undefined };

/** Where there are no headers at all, their type is `never`, which has every key. */
type HasKey<Operation> = Operation extends { parameters: { header?: infer Headers } }
  ? [Exclude<Headers, undefined>] extends [never]
    ? false
    : 'Idempotency-Key' extends keyof Exclude<Headers, undefined>
      ? true
      : false
  : false;

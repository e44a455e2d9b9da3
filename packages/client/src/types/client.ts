import type { Middleware } from '../call/middleware.js';
import type { ApiError } from '../errors/api-error.js';
import type { ConnectionError } from '../errors/connection-error.js';
import type { DeadlineError } from '../errors/deadline-error.js';
import type { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import type { ItemOf } from '../operations/fields.js';
import type {
  Contract,
  Data,
  DocumentedContract,
  Envelope,
  ErrorKey,
  Method,
  OperationAt,
  PathOf,
} from '../operations/operation.js';
import type { Search } from '../search/search.js';
import type { InitArguments } from './init.js';

export interface Client<C extends DocumentedContract> {
  readonly GET: Call<C, 'get'>;
  readonly POST: Call<C, 'post'>;
  readonly PUT: Call<C, 'put'>;
  readonly DELETE: Call<C, 'delete'>;
  /** The same calls without exceptions: they return `{ ok, data, error, body, response }`. */
  readonly raw: {
    readonly GET: RawCall<C, 'get'>;
    readonly POST: RawCall<C, 'post'>;
    readonly PUT: RawCall<C, 'put'>;
    readonly DELETE: RawCall<C, 'delete'>;
  };
  /** Iterates over all results of a search and fetches pages as needed: `for await (const chat of client.search(…))`. */
  readonly search: SearchCall<C>;
  /** Adds middleware. It runs once per call, outside the retries. */
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** Returns the content of the response, or throws a `ParleyError`. */
export type Call<C extends DocumentedContract, M extends Method> = C['calls']['data'][M] &
  (<Path extends PathOf<C, M>>(
    path: Path,
    ...init: InitArguments<C, Path, M>
  ) => Promise<Data<OperationAt<C, Path, M>>>);

export type RawCall<C extends DocumentedContract, M extends Method> = C['calls']['result'][M] &
  (<Path extends PathOf<C, M>>(
    path: Path,
    ...init: InitArguments<C, Path, M>
  ) => Promise<Result<OperationAt<C, Path, M>>>);

export type SearchCall<C extends DocumentedContract> = C['calls']['search'] &
  (<Path extends SearchPath<C>>(
    path: Path,
    ...init: InitArguments<C, Path, 'post'>
  ) => Search<ItemOf<OperationAt<C, Path, 'post'>>, Page<OperationAt<C, Path, 'post'>>>);

/** `ok` discriminates the union. */
export type Result<Operation> =
  | {
      readonly ok: true;
      readonly data: Data<Operation>;
      /** The whole JSON of the response, with its envelope. */
      readonly body: [Envelope<Operation>] extends [never] ? undefined : Envelope<Operation>;
      readonly error: undefined;
      readonly response: Response;
      readonly requestId: string | undefined;
    }
  | {
      readonly ok: false;
      readonly data: undefined;
      readonly body: undefined;
      /** The error, with the keys that the contract declares for this operation. */
      readonly error: CallError<ErrorKey<Operation>>;
      /** Undefined when no response came. */
      readonly response: Response | undefined;
      readonly requestId: string | undefined;
    };

export type CallError<Key extends string> =
  | ApiError<Key>
  | ConnectionError
  | DeadlineError
  | UnexpectedResponseError;

/** The operations that return pages. */
export type SearchPath<C extends Contract> = {
  [Path in PathOf<C, 'post'>]: Envelope<OperationAt<C, Path, 'post'>> extends {
    data: readonly unknown[];
    pagination: object;
  }
    ? Path
    : never;
}[PathOf<C, 'post'>];

/** A page as the service returns it. */
export type Page<Operation> = Omit<Envelope<Operation>, 'success'>;

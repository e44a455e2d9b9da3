/** The generated types of a version of the API. */
export interface Contract {
  readonly paths: object;
  readonly filterFields: object;
  readonly sortFields: object;
}

/** A contract with the overloads of its calls, which have the text of each operation; `documented/parts.ts` explains them. */
export interface DocumentedContract extends Contract {
  readonly calls: {
    readonly data: { readonly [Key in Method]: object };
    readonly result: { readonly [Key in Method]: object };
    readonly search: object;
  };
}

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have an operation of this method. Streams have a function of their own. */
export type PathOf<C extends Contract, M extends Method> = {
  [Path in keyof C['paths']]: C['paths'][Path] extends { [Key in M]: { responses: object } }
    ? C['paths'][Path] extends {
        [Key in M]: { responses: { 200: { content: { 'text/event-stream': string } } } };
      }
      ? never
      : Path
    : never;
}[keyof C['paths']] &
  string;

export type OperationAt<C extends Contract, Path, M extends Method> = Path extends keyof C['paths']
  ? M extends keyof C['paths'][Path]
    ? NonNullable<C['paths'][Path][M]>
    : never
  : never;

/** The JSON of a success, with its envelope; `never` when the operation returns bytes. */
export type Envelope<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The result of a call: the content of the envelope, `undefined` where it has none, or a Blob where the response is bytes. */
export type Data<Operation> = [Envelope<Operation>] extends [never]
  ? Blob
  : Envelope<Operation> extends { data: infer Content }
    ? Content
    : undefined;

/** Every error key that the contract declares for this operation. */
export type ErrorKey<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: KeyOf<Responses[Status]> }[keyof Responses]
  : never;

type KeyOf<Response> = Response extends {
  content: { 'application/json': { error: { messageKey: infer Key extends string } } };
}
  ? Key
  : never;

/** The request body by media type; `never` when there is none. */
export type Content<Operation> = Operation extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { content: infer Types }
    ? Types
    : never
  : never;

export type RequiredKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T];

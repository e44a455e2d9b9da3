/** The compiled checks of requests, by operation id. The build creates them from a document. */
export type CompiledRequests = Readonly<Record<string, CompiledRequest>>;

export interface CompiledRequest {
  /** The parameters of the operation, without references. The validator parses the values by their styles. */
  readonly parameters: readonly object[];
  readonly create: (formats: object) => RequestFunctions;
}

/** Each function gets the whole request: its query, headers, path parameters and body. */
export interface RequestFunctions {
  readonly parameters: ValidateParts;
  readonly body: ValidateParts;
}

/** A function that Ajv has compiled. It leaves the errors in its property `errors`. */
export interface ValidateParts {
  (parts: unknown): boolean;
  errors?: unknown;
}

/** How many errors of a request the checks find. */
export type Extent = 'all errors' | 'first error';

export type LoadRequestChecks = (extent: Extent) => Promise<CompiledRequests>;

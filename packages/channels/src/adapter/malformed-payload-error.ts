/** A request that is not what its provider sends. It lists every validation error, so that a 400 can list them too. */
export class MalformedPayloadError extends Error {
  readonly code = 'malformed_payload';
  readonly errors: readonly PayloadError[];

  constructor(errors: readonly PayloadError[], options?: ErrorOptions) {
    super(errors.map(describeError).join('; '), options);
    this.name = 'MalformedPayloadError';
    this.errors = errors;
  }
}

export interface PayloadError {
  /** Dotted path; empty for the body as a whole. */
  readonly path: string;
  readonly key:
    | 'invalid_json'
    | 'invalid_type'
    | 'invalid_string'
    | 'unrecognized_keys'
    | 'too_small'
    | 'too_big';
  readonly message: string;
}

export function malformedBody(
  key: PayloadError['key'],
  message: string,
  cause?: unknown,
): MalformedPayloadError {
  return new MalformedPayloadError([{ path: '', key, message }], { cause });
}

function describeError({ path, message }: PayloadError): string {
  return path === '' ? message : `${path}: ${message}`;
}

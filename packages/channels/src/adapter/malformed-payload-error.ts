/** A request that is not what its provider sends. It names every fault, so that a 400 can name them too. */
export class MalformedPayloadError extends Error {
  readonly code = 'malformed_payload';
  readonly faults: readonly PayloadFault[];

  constructor(faults: readonly PayloadFault[], options?: ErrorOptions) {
    super(faults.map(describeFault).join('; '), options);
    this.name = 'MalformedPayloadError';
    this.faults = faults;
  }
}

export interface PayloadFault {
  /** Dotted path, empty for the body as a whole. */
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
  key: PayloadFault['key'],
  message: string,
  cause?: unknown,
): MalformedPayloadError {
  return new MalformedPayloadError([{ path: '', key, message }], { cause });
}

function describeFault({ path, message }: PayloadFault): string {
  return path === '' ? message : `${path}: ${message}`;
}

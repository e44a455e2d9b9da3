/** A value of the contract in the project's code, and where it comes from. */
export type Origin = Field | Holder | Unknown;

/** A value in the body of a response or event, or a field of a schema whose operation or event is unknown. */
export interface Field {
  readonly kind: 'response' | 'event' | 'schema';
  readonly version: string;
  /** The `operationId` or the name of the event; empty if it is unknown. */
  readonly user: string;
  /** `data.openUntil`; empty for the whole body. */
  readonly path: string;
  /** `Chat.openUntil`, if a named schema declares the field. */
  readonly schema?: string;
  /** The values of an enumeration; empty for any other type. */
  readonly values?: readonly string[];
  /** The number of lists of the project around the value. */
  readonly wraps?: number;
}

/** An object of the client that contains a response or an error. */
export interface Holder {
  readonly kind: 'raw' | 'search' | 'pages' | 'error';
  readonly version: string;
  readonly user: string;
}

/** Besides the other origins, the value can come from a place that was not followed. */
export interface Unknown {
  readonly kind: 'unknown';
}

export const unknown: Unknown = { kind: 'unknown' };

export function isField(origin: Origin): origin is Field {
  return origin.kind === 'response' || origin.kind === 'event' || origin.kind === 'schema';
}

/** The origin of the elements of a list. */
export function elementOf(origin: Origin): Origin[] {
  if (isField(origin)) {
    const { wraps = 0 } = origin;
    return [wraps > 0 ? { ...origin, wraps: wraps - 1 } : { ...origin, path: `${origin.path}[]` }];
  }
  if (origin.kind === 'unknown') return [origin];
  const { version, user } = origin;
  if (origin.kind === 'search') return [{ kind: 'response', version, user, path: 'data[]' }];
  return origin.kind === 'pages' ? [{ kind: 'response', version, user, path: '' }] : [];
}

export function wrap(origin: Origin): Origin {
  return isField(origin) ? { ...origin, wraps: (origin.wraps ?? 0) + 1 } : origin;
}

/** The origin of a property that the client declares, such as `data` of the result of `raw.GET(…)`. */
export function propertyOf(origin: Origin, name: string): Origin[] {
  if (origin.kind !== 'raw') return [];
  const { version, user } = origin;
  if (name === 'data') return [{ kind: 'response', version, user, path: 'data' }];
  if (name === 'body') return [{ kind: 'response', version, user, path: '' }];
  return name === 'error' ? [{ kind: 'error', version, user }] : [];
}

/** Appends a name to a path. */
export function append(path: string, name: string): string {
  return path === '' || name === '' ? `${path}${name}` : `${path}.${name}`;
}

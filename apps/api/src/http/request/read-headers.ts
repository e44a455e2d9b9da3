import type { Request } from 'express';

/** The headers of a request that its operation declares, by their lower-case names. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** The validator expects every body as JSON, so that other spellings of its media type do not matter. */
export const noHeaders: RequestHeaders = { 'content-type': 'application/json' };

/** Returns the declared headers that the request has, or `noHeaders` itself when it has none. */
export function readHeaders(declared: readonly string[], request: Request): RequestHeaders {
  const present = declared.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return present.length === 0 ? noHeaders : { ...noHeaders, ...Object.fromEntries(present) };
}

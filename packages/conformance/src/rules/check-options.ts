import { isHttpHeader } from './http-headers.js';

export interface CheckOptions {
  /**
   * Whether a response may contain only what is declared: no further headers except those of HTTP, no repeated header,
   * and no further parameters of its media type.
   */
  readonly strict: boolean;
  /** The headers that need no declaration, in lower case. The default is the headers of HTTP. */
  readonly isCommonHeader?: ((name: string) => boolean) | undefined;
}

export function needsDeclaration(
  { strict, isCommonHeader = isHttpHeader }: CheckOptions,
  name: string,
): boolean {
  return strict && !isCommonHeader(name);
}

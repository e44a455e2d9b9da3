import { type Circumstances, ParleyError } from './parley-error.js';

/** The response does not come from this API, but from a proxy, a login page or another service. */
export class UnexpectedResponseError extends ParleyError {
  declare readonly status: number;
  declare readonly messageKey: undefined;

  constructor(what: string, circumstances: Circumstances & { readonly status: number }) {
    super(`got an unexpected response: ${what}`, circumstances);
  }

  override get name(): 'UnexpectedResponseError' {
    return 'UnexpectedResponseError';
  }
}

import { type Circumstances, ParleyError } from './parley-error.js';

/** Something answered that does not speak this API: a proxy, a login page, another service. */
export class UnexpectedAnswerError extends ParleyError {
  declare readonly status: number;
  declare readonly messageKey: undefined;

  constructor(what: string, circumstances: Circumstances & { readonly status: number }) {
    super(`got an answer of something else: ${what}`, circumstances);
  }

  override get name(): 'UnexpectedAnswerError' {
    return 'UnexpectedAnswerError';
  }
}

import { type Circumstances, ParleyError } from './parley-error.js';

/** The time for the whole call, with its waits and retries, was used up. What went wrong last is its `cause`. */
export class DeadlineError extends ParleyError {
  declare readonly status: undefined;
  declare readonly messageKey: undefined;

  constructor(what: string, circumstances: Circumstances, cause: unknown) {
    super(what, circumstances, cause ? { cause } : {});
  }

  override get name(): 'DeadlineError' {
    return 'DeadlineError';
  }
}

import { type Circumstances, ParleyError } from './parley-error.js';

/** The deadline of the whole call, with its waits and retries, passed. The last error is the `cause`. */
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

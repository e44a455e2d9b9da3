import { isObject } from '../is-object.js';
import { type Circumstances, ParleyError } from './parley-error.js';

/** No whole answer came: the service was not reached, the connection broke, or a try took too long. */
export class ConnectionError extends ParleyError {
  declare readonly status: undefined;
  declare readonly messageKey: undefined;

  constructor(cause: unknown, circumstances: Circumstances) {
    super(`got no answer: ${describeCause(cause)}`, circumstances, { cause });
  }

  override get name(): 'ConnectionError' {
    return 'ConnectionError';
  }
}

/** `fetch` hides the reason one level down, where Node has a code and often no message. */
function describeCause(error: unknown): string {
  const inner = read(error, 'cause') ?? error;
  const parts = [read(inner, 'code'), read(inner, 'message')].filter(
    (part) => typeof part === 'string' && part,
  );
  return parts.length === 0 ? String(error) : parts.join(' ');
}

/** Errors of `fetch` may be of another realm, where `instanceof` does not see them. */
function read(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

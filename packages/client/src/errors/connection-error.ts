import { hasProperties } from '../has-properties.js';
import { type Circumstances, ParleyError } from './parley-error.js';

/** No complete response came: the service was not reached, the connection broke, or an attempt took too long. */
export class ConnectionError extends ParleyError {
  declare readonly status: undefined;
  declare readonly messageKey: undefined;

  constructor(cause: unknown, circumstances: Circumstances, url: string) {
    const reason = `${describeCause(cause)}${adviseBrowser(cause, url)}`;
    super(`got no response: ${reason}`, circumstances, { cause });
  }

  override get name(): 'ConnectionError' {
    return 'ConnectionError';
  }
}

/** `fetch` hides the reason one level down, where Node has a code and often no message. */
function describeCause(error: unknown): string {
  const inner = read(error, 'cause') ?? error;
  const parts = [read(inner, 'code'), read(inner, 'message')];
  return parts.filter((part) => typeof part === 'string' && part).join(' ') || String(error);
}

/**
 * A browser does not tell the page whether it refused the response or never received one: both are a plain `TypeError`.
 */
function adviseBrowser(error: unknown, url: string): string {
  const pageOrigin = read(read(globalThis, 'location'), 'origin');
  if (!/^https?:/.test(String(pageOrigin))) return '';
  if (read(error, 'name') !== 'TypeError' || new URL(url).origin === pageOrigin) return '';
  return `. If the service is up, it does not allow this page: add ${pageOrigin} to its CORS_ORIGINS`;
}

/** Errors of `fetch` may come from another realm, where `instanceof` does not work. */
function read(value: unknown, key: string): unknown {
  return hasProperties(value) ? value[key] : undefined;
}

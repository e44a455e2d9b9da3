import type { EmailAuthentication } from '../adapter/inbound-item.js';
import { isRecord } from '../payload/read-value.js';
import type { HeaderField } from './header-field.js';

/**
 * Reads the results of the server that the channel trusts (RFC 8601). Anyone can write such a field; the trusted server
 * removes fields of others that bear its name (section 5). Null when the mail has no field of that server.
 */
export function readAuthentication(
  headers: readonly HeaderField[],
  authservId: string | undefined,
): EmailAuthentication | null {
  if (authservId === undefined) return null;
  const trusted = headers
    .filter(({ key }) => key === 'authentication-results')
    .slice(0, MAX_FIELDS)
    .map(({ value }) =>
      value
        .slice(0, MAX_LENGTH)
        .replace(/\([^()]*\)/g, ' ')
        .split(';'),
    )
    .filter(([server = '']) => server.trim().split(/\s/)[0]?.toLowerCase() === authservId.toLowerCase());
  if (trusted.length === 0) return null;
  const results = trusted.flatMap(([, ...parts]) => parts);
  return toAuthentication((method) => resultsOf(results, method));
}

/**
 * Reads results that a gateway posts with the fields of a mail. The gateway is trusted, because it has the secret of
 * the channel.
 */
export function readPostedAuthentication(value: unknown): EmailAuthentication | null {
  if (!isRecord(value)) return null;
  return toAuthentication((method) => {
    const result = value[method];
    return typeof result === 'string' && RESULT.test(result) ? [result.toLowerCase()] : [];
  });
}

function toAuthentication(read: (method: keyof EmailAuthentication) => string[]): EmailAuthentication {
  const signatures = read('dkim');
  const dkim = signatures.includes('pass') ? 'pass' : (signatures[0] ?? null);
  return { spf: read('spf')[0] ?? null, dkim, dmarc: read('dmarc')[0] ?? null };
}

function resultsOf(parts: readonly string[], method: string): string[] {
  return parts.flatMap((part) => {
    const [, name = '', result = ''] =
      /^\s*([a-z-]{1,20})(?:\s*\/\s*\d{1,3})?\s*=\s*([a-z]{1,20})/i.exec(part) ?? [];
    return name.toLowerCase() === method ? [result.toLowerCase()] : [];
  });
}

const RESULT = /^[a-z]{1,20}$/i;
const MAX_FIELDS = 20;
const MAX_LENGTH = 4_000;

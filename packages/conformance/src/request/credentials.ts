import type { Credential } from '../document/operation.js';
import type { WireRequest } from './encode-request.js';

/** A placeholder for the token in printed requests. */
export const tokenMark = '__TOKEN__';

/** Puts a token into the header, query or cookie of the credentials. */
export function withToken(
  request: WireRequest,
  token: string | undefined,
): Pick<WireRequest, 'target' | 'headers'> {
  const secret = request.wrongToken ?? token;
  if (secret === undefined) return request;
  return request.credentials.reduce((result, credential) => show(result, credential, secret), {
    target: request.target,
    headers: request.headers,
  });
}

function show(
  { target, headers }: Pick<WireRequest, 'target' | 'headers'>,
  { kind, name }: Credential,
  token: string,
): Pick<WireRequest, 'target' | 'headers'> {
  switch (kind) {
    case 'bearer':
      return { target, headers: { ...headers, authorization: `Bearer ${token}` } };
    case 'basic':
      return { target, headers: { ...headers, authorization: `Basic ${toBasic(token)}` } };
    case 'header':
      return { target, headers: { ...headers, [name.toLowerCase()]: token } };
    case 'query':
      return {
        target: `${target}${target.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(token)}`,
        headers,
      };
    case 'cookie': {
      const others = headers.cookie === undefined ? [] : [headers.cookie];
      return { target, headers: { ...headers, cookie: [...others, `${name}=${token}`].join('; ') } };
    }
  }
}

/** Encodes `user:password`; a token without a colon counts as encoded. */
function toBasic(token: string): string {
  return token.includes(':') ? Buffer.from(token).toString('base64') : token;
}

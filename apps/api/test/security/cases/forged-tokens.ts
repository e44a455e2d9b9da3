import { createHmac } from 'node:crypto';
import { type TestApi, testSecret } from '../../http/support/start-test-api.js';

export type Claims = Readonly<Record<string, unknown>>;

/** The current time in seconds, as the claims of a token have it. */
export const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The status of a request with the token. */
export async function getStatus(api: TestApi, token: string): Promise<number> {
  const response = await fetch(`${api.url}/v3/notes/1`, { headers: { Authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
}

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** Signs claims as this service does, or with another secret or hash. */
export function sign(head: object, claims: Claims, { secret = testSecret, hash = 'sha256' } = {}): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** Returns values that are not tokens and must be refused like any other invalid token. */
export function hostileTokens(): [string, string][] {
  const signature = 'A'.repeat(43);
  const heads: [string, string][] = [
    ['null', 'null'],
    ['a list', '["HS256"]'],
    ['a text', '"HS256"'],
    ['a number', '1'],
    ['an empty object', '{}'],
    ['an algorithm that is a list', '{"alg":["HS256"]}'],
    ['an algorithm that is null', '{"alg":null}'],
    ['an algorithm called __proto__', '{"alg":"__proto__"}'],
    ['a prototype', '{"__proto__":{"alg":"HS256"}}'],
    ['crit that is a text', '{"alg":"RS256","crit":"exp"}'],
    ['kid that is an object', '{"alg":"RS256","kid":{"a":1}}'],
    ['a key that is a text', '{"alg":"RS256","kid":"one","jwk":"x"}'],
    ['incomplete JSON', '{"alg":"HS256"'],
    ['two thousand levels', `{"alg":"HS256","x":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
    ['a byte that is not UTF-8', '\u00ff'],
  ];
  return [
    ...heads.map(([name, head]): [string, string] => [
      `a head of ${name}`,
      `${encode(head)}.${encode('{}')}.${signature}`,
    ]),
    ['only dots', '....'],
    ['two dots', '..'],
    ['five parts, as if it were encrypted', `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
    ['a hundred parts', Array(100).fill('AAAA').join('.')],
    ['characters of another alphabet', `${encode({ alg: 'HS256' })}.+/+/.${signature}`],
    ['eight thousand characters', `${encode({ alg: 'HS256' })}.${'A'.repeat(8_000)}.${signature}`],
  ];
}

import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { readKeyFile, signingKeyId } from '../../signing-keys.js';
import { KeySetUnavailableError } from './issuer-keys.js';
import { expiryOf, type VerifierOptions, type Verify } from './verified-token.js';

export type SecretConfig =
  /** The first secret is the newest. */
  | { readonly kind: 'secret'; readonly secrets: readonly string[] }
  /** A file with one secret per line; running processes notice when it changes. */
  | { readonly kind: 'secret-file'; readonly file: string };

type Keys = ReadonlyMap<string, Uint8Array>;

/**
 * How long the keys of a file are used before the file is read again, and how long a signature by one of them counts as
 * verified.
 */
const fileMs = 5_000;

/** Verifies tokens that this service has issued, with the key that their `kid` names. */
export function verifyBySecret(config: SecretConfig, options: VerifierOptions): Verify {
  const { now, steadyNowMs } = options;
  const readKeys =
    config.kind === 'secret' ? constant(toKeys(config.secrets)) : watchKeys(config.file, options);
  const verifiedMs = config.kind === 'secret' ? Number.POSITIVE_INFINITY : fileMs;
  return async (token) => {
    const startedAt = steadyNowMs();
    const keys = selectKeys(await readKeys(), decodeProtectedHeader(token).kid);
    const payload = await verifyByAny(token, keys, now());
    return {
      payload,
      expiresAt: expiryOf(payload),
      verifiedUntil: startedAt + verifiedMs,
    };
  };
}

function constant<Value>(value: Value): () => Promise<Value> {
  return async () => value;
}

function toKeys(secrets: readonly string[]): Keys {
  return new Map(secrets.map((secret) => [signingKeyId(secret), new TextEncoder().encode(secret)]));
}

/** Reads the file again when it is due. If the file cannot be read, the previous keys are used. */
function watchKeys(file: string, { steadyNowMs, onKeysUnavailable }: VerifierOptions): () => Promise<Keys> {
  let known: Keys | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const time = steadyNowMs();
    if (known && time - readAt < fileMs) return known;
    try {
      known = toKeys((await readKeyFile(file)).map(({ secret }) => secret));
    } catch (error) {
      onKeysUnavailable(error);
      if (!known) throw new KeySetUnavailableError(error);
    }
    readAt = time;
    return known;
  };
}

/**
 * Returns the keys with which a token may be signed. Tokens that were issued before the service supported several keys
 * have no `kid`.
 */
function selectKeys(keys: Keys, kid: string | undefined): readonly Uint8Array[] {
  if (kid === undefined) return [...keys.values()];
  const key = keys.get(kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return [key];
}

async function verifyByAny(
  token: string,
  keys: readonly Uint8Array[],
  currentDate: Date,
): Promise<JWTPayload> {
  let failure: unknown = new errors.JWKSNoMatchingKey();
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'], currentDate })).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      failure = error;
    }
  }
  throw failure;
}

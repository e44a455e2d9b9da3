import { isIP } from 'node:net';
import {
  choice,
  dateTime,
  integer,
  isCidr,
  list,
  type ProcessSettings,
  parseEnv,
  processVariables,
  text,
  toProcessSettings,
  url,
} from '@parley/config';
import * as z from 'zod';
import type { AuthConfig } from './http/auth/verify-token.js';
import { isOriginEntry, originEntries } from './http/cors/allowed-origins.js';
import { leastSecretBytes, maxSigningKeys } from './signing-keys.js';

/** Every setting of the API process, validated. No other code reads the environment. */
export interface Config extends ProcessSettings {
  readonly port: number;
  readonly host: string;
  readonly auth: AuthConfig | { readonly kind: 'local-secret' };
  readonly authFailuresPerMinute: number;
  /** The limit for the bodies of all requests that the process keeps in memory at the same time. */
  readonly bodyBudgetBytes: number;
  readonly v2SunsetAt: Date | undefined;
  readonly rateLimitPerMinute: number | undefined;
  readonly rateLimitStore: 'memory' | 'postgres';
  /** Default is half of `poolSize`. */
  readonly searchPoolSize: number | undefined;
  readonly searchTimeoutMs: number;
  /** A streaming replica for reads that may lag. */
  readonly databaseReadUrl: string | undefined;
  readonly databaseReadMaxLagMs: number;
  /** The time between the failing readiness probe and the closed listener, so that load balancers notice the probe. */
  readonly drainDelayMs: number;
  readonly trustProxy: false | number | string[];
  /** The origins whose pages may call the API from a browser, or `loopback`. */
  readonly corsOrigins: readonly string[];
  /** A separate port for `/metrics`. Default is the port of the API. */
  readonly metricsPort: number | undefined;
  /** Whether `/metrics` is served without a token on the port of the API. */
  readonly areMetricsOpen: boolean;
}

/** Throws one line that names every invalid variable and what is expected of it. */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const values = parseEnv(variables, env);
  // A process with a local database is a trial, so it listens on the loopback address only.
  const { HOST: host = values.DATABASE_URL ? '0.0.0.0' : '127.0.0.1' } = values;
  return {
    ...toProcessSettings(values),
    port: values.PORT,
    host,
    auth: toAuthConfig(values),
    authFailuresPerMinute: values.AUTH_FAILURES_PER_MINUTE,
    bodyBudgetBytes: values.BODY_BUDGET_MB * 1_048_576,
    v2SunsetAt: values.V2_SUNSET_AT,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    rateLimitStore: values.RATE_LIMIT_STORE,
    searchPoolSize: values.SEARCH_POOL_SIZE,
    searchTimeoutMs: values.SEARCH_TIMEOUT_MS,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadMaxLagMs: values.DATABASE_READ_MAX_LAG_MS,
    // Behind a load balancer, a process that stops at once refuses the requests that are still sent to it.
    drainDelayMs: values.DRAIN_DELAY_MS ?? (values.DATABASE_URL ? safeDrainDelayMs : 0),
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    metricsPort: values.METRICS_PORT,
    // Only a local trial serves metrics without a token. Any other process needs a token, because a proxy on the same
    // machine could make its metrics public.
    areMetricsOpen: !values.DATABASE_URL && ['127.0.0.1', '::1', 'localhost'].includes(host),
  };
}

/** This is longer than the usual interval of the readiness probe of a load balancer. */
const safeDrainDelayMs = 5_000;

/** The service accepts either its own tokens or the tokens of one other issuer, never both. */
const authVariables = z
  .object({
    DATABASE_URL: text(),
    AUTH_JWKS_URL: url('http', 'https'),
    AUTH_ISSUER: text(),
    AUTH_AUDIENCE: text(),
    AUTH_TOKEN_TYPES: list(isTokenType, 'values of the header typ like at+jwt, separated by commas').default([
      'at+jwt',
      'JWT',
    ]),
    AUTH_MAX_TOKEN_AGE_SECONDS: integer({ min: 60 }).default(86_400),
    AUTH_KEYS_GRACE_SECONDS: integer({ min: 0, max: 3_600 }).default(60),
    JWT_SECRET: text(),
    JWT_SECRETS: list(() => true, 'secrets, separated by commas'),
    JWT_SECRETS_FILE: text(),
  })
  .superRefine((values, context) => {
    const { JWT_SECRET, JWT_SECRETS, JWT_SECRETS_FILE, DATABASE_URL: databaseUrl } = values;
    const fail = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const { AUTH_JWKS_URL, AUTH_ISSUER, AUTH_AUDIENCE } = values;
    const issuer = Object.entries({ AUTH_JWKS_URL, AUTH_ISSUER, AUTH_AUDIENCE });
    const missing = issuer.filter(([, value]) => value === undefined);
    if (missing.length === 0) return;
    if (missing.length < issuer.length) {
      for (const [name] of missing) fail(name, 'must be set with the other two AUTH_ variables');
    }
    if (JWT_SECRET !== undefined && isShort(JWT_SECRET)) {
      fail('JWT_SECRET', `must be at least ${leastSecretBytes} bytes long`);
    }
    if (JWT_SECRETS?.some(isShort) || (JWT_SECRETS?.length ?? 0) > maxSigningKeys) {
      const size = `at least ${leastSecretBytes} bytes long`;
      fail('JWT_SECRETS', `must be 1 to ${maxSigningKeys} secrets, each ${size}, separated by commas`);
    }
    const given = [JWT_SECRET, JWT_SECRETS, JWT_SECRETS_FILE].filter((value) => value !== undefined);
    if (given.length > 1) fail('JWT_SECRET', 'must not be set with JWT_SECRETS or JWT_SECRETS_FILE');
    if (given.length === 0 && databaseUrl !== undefined) {
      fail('JWT_SECRET', 'must be set with DATABASE_URL, unless AUTH_JWKS_URL is set');
    }
  });

function isShort(secret: string): boolean {
  return Buffer.byteLength(secret) < leastSecretBytes;
}

function toAuthConfig(values: z.output<typeof authVariables>): Config['auth'] {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = values;
  const { AUTH_TOKEN_TYPES: tokenTypes, AUTH_MAX_TOKEN_AGE_SECONDS: maxTokenAgeSeconds } = values;
  const { AUTH_KEYS_GRACE_SECONDS: keysGraceSeconds } = values;
  if (jwksUrl && issuer && audience)
    return { kind: 'issuer', jwksUrl, issuer, audience, tokenTypes, maxTokenAgeSeconds, keysGraceSeconds };
  if (values.JWT_SECRETS_FILE) return { kind: 'secret-file', file: values.JWT_SECRETS_FILE };
  const secrets = values.JWT_SECRETS ?? (values.JWT_SECRET === undefined ? [] : [values.JWT_SECRET]);
  return secrets.length === 0 ? { kind: 'local-secret' } : { kind: 'secret', secrets };
}

/** Whether the text is a media type, whose prefix `application/` is optional. */
function isTokenType(text: string): boolean {
  return /^[a-z0-9!#$&^_.+/-]{1,100}$/i.test(text);
}

const expectedProxies = 'a number of proxies, or their addresses or ranges, separated by commas';

const trustProxy = z.union(
  [
    z.literal('false').transform(() => false as const),
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number),
    list(isProxyRange, expectedProxies).unwrap(),
  ],
  { error: `must be ${expectedProxies}` },
);

function isProxyRange(range: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(range) || isIP(range) !== 0 || isCidr(range);
}

const ownVariables = processVariables.extend({
  HOST: text(),
  AUTH_FAILURES_PER_MINUTE: integer({ min: 1 }).default(300),
  // One tenant may use half of the budget, which must be enough for the largest mail.
  BODY_BUDGET_MB: integer({ min: 52, max: 65_536 }).default(64),
  V2_SUNSET_AT: dateTime(),
  RATE_LIMIT_PER_MINUTE: integer({ min: 1 }),
  // A process cannot know whether it is the only one, and only the database counts exactly across several.
  RATE_LIMIT_STORE: choice(['memory', 'postgres']).default('postgres'),
  SEARCH_POOL_SIZE: integer({ min: 1, max: 1_000 }),
  SEARCH_TIMEOUT_MS: integer({ min: 10, max: 30_000 }).default(5_000),
  DATABASE_READ_URL: url('postgres', 'postgresql'),
  // The minimum is longer than a quarter of a second, the precision with which the lag is known. The maximum is shorter
  // than the ten minutes for which positions of writes count.
  DATABASE_READ_MAX_LAG_MS: integer({ min: 1_000, max: 300_000 }).default(5_000),
  DRAIN_DELAY_MS: integer({ min: 0, max: 60_000 }),
  TRUST_PROXY: trustProxy.default(false),
  METRICS_PORT: integer({ min: 0, max: 65_535 }),
  CORS_ORIGINS: list(isOriginEntry, originEntries).default([]),
});

const variables = z.intersection(ownVariables, authVariables);

/** The schema of each variable, by its name; read by the generator of the reference. */
export const apiVariables = { ...authVariables.shape, ...ownVariables.shape };

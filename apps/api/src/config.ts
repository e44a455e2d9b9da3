import { isIP } from 'node:net';
import { EnvReader, isCidr, type ProcessSettings, readProcessSettings } from '@parley/config';
import type { AuthConfig } from './http/auth/verify-token.js';
import { isOriginEntry, originEntries } from './http/cors/allowed-origins.js';

/** Every setting of the API process, checked. No other code reads the environment. */
export interface Config extends ProcessSettings {
  readonly port: number;
  readonly host: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly auth: AuthConfig | { readonly kind: 'local-secret' };
  readonly authFailuresPerMinute: number;
  readonly v2SunsetAt: Date | undefined;
  readonly rateLimitPerMinute: number | undefined;
  readonly rateLimitStore: 'memory' | 'postgres';
  /** Between telling the readiness probe and closing the listener, for load balancers to notice. */
  readonly drainDelayMs: number;
  readonly trustProxy: false | number | string[];
  /** Whose pages may call the API from a browser: origins, or `loopback`. */
  readonly corsOrigins: readonly string[];
}

/** Throws one line that names every variable at fault and what is expected of it. */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const read = new EnvReader(env);
  const port = read.integer('PORT', { min: 0, max: 65_535 }) ?? 3_000;
  const settings = readProcessSettings(read);
  const { databaseUrl } = settings;
  const config: Config = {
    ...settings,
    port,
    // Beside its own local database the process is somebody's trial, and nobody else's business.
    host: read.text('HOST') ?? (databaseUrl ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: (read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(
      /(?<!\/)\/+$/,
      '',
    ),
    auth: readAuth(read, databaseUrl),
    authFailuresPerMinute: read.integer('AUTH_FAILURES_PER_MINUTE', { min: 1 }) ?? 300,
    v2SunsetAt: read.date('V2_SUNSET_AT'),
    rateLimitPerMinute: read.integer('RATE_LIMIT_PER_MINUTE', { min: 1 }),
    // Nobody can tell here whether there is another process; only the database is exact for several.
    rateLimitStore: read.choice('RATE_LIMIT_STORE', ['memory', 'postgres']) ?? 'postgres',
    drainDelayMs: read.integer('DRAIN_DELAY_MS', { min: 0, max: 60_000 }) ?? 0,
    trustProxy: readTrustProxy(read),
    corsOrigins: read.list('CORS_ORIGINS', isOriginEntry, originEntries) ?? [],
  };
  read.refuseIfFaulty();
  return config;
}

/** Either tokens made by this service, or those of one other issuer; never both. */
function readAuth(read: EnvReader, databaseUrl: string | undefined): Config['auth'] {
  const jwksUrl = read.url('AUTH_JWKS_URL', ['http:', 'https:']);
  const issuer = read.text('AUTH_ISSUER');
  const audience = read.text('AUTH_AUDIENCE');
  const secret = read.text('JWT_SECRET');
  if (jwksUrl && issuer && audience) return { kind: 'issuer', jwksUrl, issuer, audience };
  if (jwksUrl || issuer || audience) {
    const missing = Object.entries({ AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience });
    for (const [name, value] of missing)
      if (!value) read.addFault(name, 'must be set with the other two AUTH_ variables');
  }
  if (secret !== undefined && Buffer.byteLength(secret) < 32) {
    read.addFault('JWT_SECRET', 'must be at least 32 bytes long');
  }
  if (secret !== undefined) return { kind: 'secret', secret };
  if (databaseUrl) read.addFault('JWT_SECRET', 'must be set with DATABASE_URL, unless AUTH_JWKS_URL is');
  return { kind: 'local-secret' };
}

function readTrustProxy(read: EnvReader): Config['trustProxy'] {
  const text = read.text('TRUST_PROXY');
  if (text === undefined || text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const expected = 'a number of proxies, or their addresses or ranges, separated by commas';
  return [...(read.list('TRUST_PROXY', isProxyRange, expected) ?? [])];
}

function isProxyRange(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isIP(text) !== 0 || isCidr(text);
}

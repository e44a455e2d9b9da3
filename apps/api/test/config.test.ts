import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../src/config.js';

describe('configuration', () => {
  it('needs no variables for a local start', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3_000,
      publicUrl: 'http://localhost:3000',
      dataDir: '.data',
      databaseUrl: undefined,
      auth: { kind: 'local-secret' },
      rateLimitStore: 'postgres',
      drainDelayMs: 0,
      trustProxy: false,
      validateResponses: 'off',
      logLevel: 'info',
    });
  });

  it('counts in PostgreSQL by default, since a process cannot know whether it is the only one', () => {
    const env = { DATABASE_URL: 'postgres://u:p@db/parley', JWT_SECRET: 'x'.repeat(32) };
    expect(parseConfig(env).rateLimitStore).toBe('postgres');
    expect(parseConfig({}).rateLimitStore).toBe('postgres');
    expect(parseConfig({ ...env, RATE_LIMIT_STORE: 'memory' }).rateLimitStore).toBe('memory');
  });

  it('accepts requests for five seconds while it stops, unless it is a local trial or the operator decides', () => {
    const env = { DATABASE_URL: 'postgres://u:p@db/parley', JWT_SECRET: 'x'.repeat(32) };
    expect(parseConfig(env).drainDelayMs).toBe(5_000);
    expect(parseConfig({ ...env, DRAIN_DELAY_MS: '0' }).drainDelayMs).toBe(0);
    expect(parseConfig({}).drainDelayMs).toBe(0);
  });

  it('reads one secret, several secrets, or a file of secrets', () => {
    const [one, two] = ['x'.repeat(32), 'y'.repeat(32)];
    expect(parseConfig({ JWT_SECRET: one }).auth).toEqual({ kind: 'secret', secrets: [one] });
    expect(parseConfig({ JWT_SECRETS: `${two}, ${one}` }).auth).toEqual({
      kind: 'secret',
      secrets: [two, one],
    });
    const file = '/run/secrets/parley';
    expect(parseConfig({ JWT_SECRETS_FILE: file }).auth).toEqual({ kind: 'secret-file', file });
  });

  it('reads the addresses of proxies and the sunset date', () => {
    const config = parseConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8', V2_SUNSET_AT: '2027-01-31T12:00:00Z' });
    expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8']);
    expect(config.v2SunsetAt).toEqual(new Date('2027-01-31T12:00:00Z'));
    expect(parseConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  });

  it('reads the address of the object storage, in which new files are then stored by default', () => {
    const FILES_URL = 's3://media/parley?endpoint=http://127.0.0.1:9000&region=eu-central-1';
    expect(parseConfig({ FILES_URL })).toMatchObject({
      filesStore: 's3',
      objectStorage: {
        bucket: 'media',
        prefix: 'parley/',
        endpoint: 'http://127.0.0.1:9000',
        region: 'eu-central-1',
        isPathStyle: true,
        credentials: undefined,
      },
    });
    expect(parseConfig({ FILES_URL, FILES_STORE: 'postgres' }).filesStore).toBe('postgres');
    expect(parseConfig({ FILES_URL: 's3://key:se%2Fcret@media' })).toMatchObject({
      objectStorage: { isPathStyle: false, credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' } },
    });
    expect(parseConfig({})).toMatchObject({ filesStore: 'postgres', objectStorage: undefined });
  });

  it.each([
    ['https://bucket'],
    ['s3://'],
    ['s3://Bucket'],
    ['s3://bucket?endpoint=ftp://x'],
    ['s3://bucket?secret=x'],
    ['s3://key@bucket'],
  ])('refuses %s as FILES_URL, without showing it', (FILES_URL) => {
    const expected = 'FILES_URL must be a URL like s3://bucket, with a prefix as its path, and endpoint';
    const parse = () => parseConfig({ FILES_URL });
    expect(parse).toThrow(`Bad configuration: ${expected}`);
    expect(parse).not.toThrow('secret=x');
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL must be a URL that begins with http:// or https://'],
    [
      { DATABASE_URL: 'mysql://secret@x' },
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    ],
    [
      { DATABASE_URL: 'postgres://db/x' },
      'JWT_SECRET must be set with DATABASE_URL, unless AUTH_JWKS_URL is set',
    ],
    [{ FILES_STORE: 's3' }, 'FILES_STORE must be postgres, unless FILES_URL is set'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must be at least 32 bytes long'],
    [
      { JWT_SECRETS: `${'x'.repeat(32)},short` },
      'JWT_SECRETS must be 1 to 10 secrets, each at least 32 bytes',
    ],
    [
      { JWT_SECRET: 'x'.repeat(32), JWT_SECRETS: 'y'.repeat(32) },
      'JWT_SECRET must not be set with JWT_SECRETS or JWT_SECRETS_FILE',
    ],
    [{ AUTH_ISSUER: 'x' }, 'AUTH_JWKS_URL must be set with the other two AUTH_ variables'],
    [{ AUTH_TOKEN_TYPES: 'a b' }, 'AUTH_TOKEN_TYPES must be values of the header typ like at+jwt'],
    [{ AUTH_MAX_TOKEN_AGE_SECONDS: '5' }, 'AUTH_MAX_TOKEN_AGE_SECONDS must be a whole number of at least 60'],
    [{ V2_SUNSET_AT: 'tomorrow' }, 'V2_SUNSET_AT must be a time like 2027-01-31T23:59:59Z, not "tomorrow"'],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE must be a whole number of at least 1, not "0"'],
    [{ RATE_LIMIT_STORE: 'redis' }, 'RATE_LIMIT_STORE must be one of memory, postgres, not "redis"'],
    [{ DRAIN_DELAY_MS: '-1' }, 'DRAIN_DELAY_MS must be a whole number from 0 to 60000, not "-1"'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a number of proxies, or their addresses or ranges'],
    [{ WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/99' }, 'WEBHOOK_ALLOWED_CIDRS must be ranges like 10.0.0.0/8'],
    [{ PROVIDER_ALLOWED_HOSTS: '*' }, 'PROVIDER_ALLOWED_HOSTS must be host names like api.example.com'],
    [{ VALIDATE_RESPONSES: 'maybe' }, 'VALIDATE_RESPONSES must be one of off, log, strict, not "maybe"'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ WORKER_CONCURRENCY: '-1' }, 'WORKER_CONCURRENCY must be a whole number'],
    [{ POOL_SIZE: '0' }, 'POOL_SIZE must be a whole number from 1 to 1000, not "0"'],
  ])('%j stops the start with an error of one line', (env, line) => {
    const parse = () => parseConfig(env);
    expect(parse).toThrow(`Bad configuration: ${line}`);
    expect(parse).toThrow(/^[^\n]+$/);
  });

  it('names all invalid variables at once', () => {
    const env = { PORT: 'x', LOG_LEVEL: 'loud', AUTH_ISSUER: 'y', TRUST_PROXY: 'true' };
    expect(() => parseConfig(env)).toThrow(
      /PORT must .+; LOG_LEVEL must .+; TRUST_PROXY must .+; AUTH_JWKS_URL must .+; AUTH_AUDIENCE must/,
    );
  });

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ PORT: ' ', LOG_LEVEL: '', TRUST_PROXY: '' })).toEqual(parseConfig({}));
  });
});

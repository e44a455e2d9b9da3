import { Writable } from 'node:stream';
import { logOptions } from '@parley/config';
import { createApiKey, createTenant, newId } from '@parley/core';
import type { Database, Plan } from '@parley/database';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { type Config, parseConfig } from '../../../src/config.js';
import type { DocsBuild } from '../../../src/http/docs/docs-build.js';
import type { BodyPace } from '../../../src/http/limits/body-budget.js';
import type { ServerLimits } from '../../../src/http/request/server-limits.js';
import type { ApiVersion } from '../../../src/http/routing/api-version.js';
import { type RunningApi, startApi } from '../../../src/start-api.js';
import { smallVersion } from './small-version.js';

export const testSecret = 'a-secret-that-only-these-tests-know-0123456789';

export interface TestApi extends RunningApi {
  /** All lines logged so far, parsed. */
  readonly logs: Record<string, unknown>[];
}

export interface TestApiOptions {
  readonly database: Database;
  readonly config?: Partial<Config>;
  readonly versions?: readonly ApiVersion[];
  readonly now?: () => Date;
  /** Milliseconds on a steady clock; default is the one of the process. */
  readonly steadyNowMs?: (() => number) | undefined;
  readonly limits?: Partial<ServerLimits>;
  readonly pace?: BodyPace;
  readonly docs?: DocsBuild;
}

const running = new Set<RunningApi>();

/** For the end of a test file: stops the APIs that failed tests have left running. */
export async function stopTestApis(): Promise<void> {
  await Promise.all([...running].map((api) => api.stop()));
}

/** Starts the real app on its own port. */
export async function startTestApi(options: TestApiOptions): Promise<TestApi> {
  const { database, versions = [smallVersion()], now = () => new Date(), limits = {}, docs, pace } = options;
  const logs: Record<string, unknown>[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logs.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const config: Config = {
    ...parseConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      JWT_SECRET: testSecret,
      PUBLIC_URL: 'http://localhost:3000',
    }),
    ...options.config,
  };
  const api = await startApi({
    database,
    versions,
    now,
    steadyNowMs: options.steadyNowMs,
    config,
    limits,
    pace,
    docs,
    logger: pino(logOptions('info'), lines),
    // It would call the handlers of the test.
    warmsUp: false,
    // The statements of a count, half a minute after the start, would be in the middle of whatever is tested then.
    countsJobs: false,
  });
  running.add(api);
  const stop = async () => {
    running.delete(api);
    await api.stop();
  };
  return { ...api, logs, stop };
}

export interface TestTenant {
  readonly id: string;
  readonly keyId: string;
  readonly token: string;
}

export interface TestTenantOptions {
  readonly plan?: Plan;
  readonly scopes?: readonly string[];
  readonly requestsPerMinute?: number;
}

export async function makeTenant(database: Database, options: TestTenantOptions = {}): Promise<TestTenant> {
  const { plan = 'ultra', scopes = ['*'], requestsPerMinute } = options;
  const slug = `test-${newId()}`;
  const { id } = await createTenant(database, {
    slug,
    name: 'Test',
    plan,
    ...(requestsPerMinute && { requestsPerMinute }),
  });
  const { id: keyId } = await createApiKey(database, { tenant: slug, name: 'Test', scopes });
  return { id, keyId, token: await signToken({ tenantId: id, keyId, scope: scopes.join(' ') }) };
}

export interface TokenOptions {
  readonly tenantId: string;
  readonly keyId: string;
  readonly scope: string;
  readonly secret?: string;
  readonly expiresAt?: Date;
}

export function signToken({ tenantId, keyId, scope, secret = testSecret, expiresAt }: TokenOptions) {
  const token = new SignJWT({ tenant_id: tenantId, scope })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(keyId)
    .setJti(keyId)
    .setIssuedAt();
  if (expiresAt) token.setExpirationTime(expiresAt);
  return token.sign(new TextEncoder().encode(secret));
}

export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody;
}

export interface ResponseBody {
  readonly success: boolean;
  readonly data?: Record<string, unknown>;
  readonly error?: {
    messageKey: string;
    message: string;
    reason?: string;
    detail?: string;
    requiredScope?: string;
    requiredFeature?: string;
    invalidParams?: Record<string, { key: string; message: string }>;
  };
}

/** Sends one request and reads its JSON response. */
export async function send(url: string, init: RequestInit & { token?: string } = {}): Promise<JsonResponse> {
  const { token, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (typeof rest.body === 'string' && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json');
  const response = await fetch(url, { ...rest, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? { success: true } : JSON.parse(text),
  };
}

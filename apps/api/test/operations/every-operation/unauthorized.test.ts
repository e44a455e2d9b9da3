import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, validRequest } from '@parley/testkit';
import { SignJWT } from 'jose';
import { everyOperation } from '../support/every-operation.js';
import { failure } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { type Stage, startStage } from '../support/start-stage.js';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage?.stop());

interface Credentials {
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const badCredentials: readonly [name: string, make: () => Promise<Credentials>][] = [
  ['no token', async () => ({ token: null })],
  ['another scheme', async () => ({ token: null, headers: { authorization: 'Basic YWRhOmJlcmc=' } })],
  ['a malformed token', async () => ({ token: 'not.a.token' })],
  ['an expired token', async () => ({ token: await tokenThatExpires(new Date('2026-10-15T09:29:59.000Z')) })],
  ['a token signed with another secret', async () => ({ token: await forgeToken() })],
  ['a token of a revoked key', async () => ({ token: await revokedToken() })],
];

describe.each(badCredentials)('401 for %s; nothing happens', (_, makeCredentials) => {
  it.each(everyOperation)('$name', async (operation) => {
    const { database, tenantId } = stage;
    const request = validRequest(stage.own, operation.version, operation.operationId);
    const credentials = await makeCredentials();
    const before = await snapshotTenant(database, tenantId);
    const answer = await stage.call(operation, { ...request, ...credentials });
    expect(answer).toMatchObject({ status: 401, body: failure('unauthorized', 'Unauthorized') });
    expect(answer.headers).toMatchObject({ 'www-authenticate': 'Bearer' });
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
    expect(await snapshotTenant(database, tenantId)).toEqual(before);
  });
});

function tokenThatExpires(expiresAt: Date): Promise<string> {
  return createToken(stage.database, stage.tenantId, { expiresAt });
}

function revokedToken(): Promise<string> {
  return createToken(stage.database, stage.tenantId, { revokedAt: new Date('2026-10-01T00:00:00.000Z') });
}

async function forgeToken(): Promise<string> {
  const { id } = stage.own.key;
  return new SignJWT({ tenant_id: stage.tenantId, scope: '*' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setJti(id)
    .setIssuedAt()
    .sign(new TextEncoder().encode('another secret, also long enough for HS256'));
}

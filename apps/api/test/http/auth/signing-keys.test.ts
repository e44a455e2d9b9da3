import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, type TestClock } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { SignJWT } from 'jose';
import { removeSigningKey, rotateSigningKey, signingKeyId } from '../../../src/signing-keys.js';
import { send, startTestApi, type TestApi } from '../support/start-test-api.js';
import { useTestTenant } from '../support/use-test-api.js';

const { db, tenant } = useTestTenant();
const folder = makeTestFolder('keys');

const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)];

function sign(secret: string, kid: string | undefined = signingKeyId(secret)): Promise<string> {
  return new SignJWT({ tenant_id: tenant.id, scope: '*' })
    .setProtectedHeader({ alg: 'HS256', ...(kid && { kid }) })
    .setSubject(tenant.keyId)
    .sign(new TextEncoder().encode(secret));
}

async function call(api: TestApi, token: string): Promise<number | string> {
  const { status, body } = await send(`${api.url}/v3/notes/1`, { token });
  return body.error?.reason ?? status;
}

describe('several signing keys', () => {
  it('all verify tokens, with their kid or without one', async () => {
    const auth = { kind: 'secret' as const, secrets: [newer, older] };
    const api = await startTestApi({ database: db.database, config: { auth } });
    for (const secret of [newer, older]) {
      expect(await call(api, await sign(secret))).toBe(200);
      expect(await call(api, await sign(secret, ''))).toBe(200);
    }
    expect(await call(api, await sign('x'.repeat(40)))).toBe('unknown_signer');
    expect(await call(api, await sign('x'.repeat(40), ''))).toBe('unknown_signer');
    expect(await call(api, await sign('x'.repeat(40), signingKeyId(newer)))).toBe('unknown_signer');
    expect(await call(api, await sign(older, signingKeyId(newer)))).toBe('unknown_signer');
    await api.stop();
  });
});

describe('a file of signing keys', () => {
  let file: string;
  let clock: TestClock;
  let api: TestApi;

  beforeAll(async () => {
    file = join(folder, 'keys');
    await writeFile(file, older);
    clock = createClock('2026-11-14T09:30:00.000Z');
    const auth = { kind: 'secret-file' as const, file };
    api = await startTestApi({
      database: db.database,
      config: { auth },
      now: clock.now,
      steadyNowMs: clock.steadyNowMs,
    });
  });

  it('is reloaded within ten seconds: a new key is accepted, and tokens of the old one work until it is removed', async () => {
    const before = await sign(older);
    expect(await call(api, before)).toBe(200);
    const [created] = await rotateSigningKey(file, clock.now());
    const after = await sign(created?.secret ?? '');
    clock.advance(5_000);
    expect(await call(api, after)).toBe(200);
    expect(await call(api, before)).toBe(200);
    await removeSigningKey(file, signingKeyId(older));
    clock.setBack(600_000);
    clock.advance(10_000);
    expect(await call(api, before)).toBe('unknown_signer');
    expect(await call(api, after)).toBe(200);
  });

  it('leaves the last keys in use while it cannot be read, which is logged', async () => {
    await writeFile(file, newer);
    clock.advance(10_000);
    expect(await call(api, await sign(newer))).toBe(200);
    await writeFile(file, 'too short');
    clock.advance(10_000);
    expect(await call(api, await sign(newer))).toBe(200);
    expect(JSON.stringify(api.logs)).toContain('the keys that verify tokens cannot be read');
    expect(JSON.stringify(api.logs)).not.toContain('too short');
  });

  it('stops the start if it is missing', async () => {
    const auth = { kind: 'secret-file' as const, file: join(folder, 'nowhere') };
    await expect(startTestApi({ database: db.database, config: { auth } })).rejects.toThrow('nowhere');
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  AdministrationError,
  authenticateKey,
  createApiKey,
  createTenant,
  findTenant,
  listApiKeys,
  listTenants,
  newId,
  plans,
  revokeApiKey,
  setTenantPlan,
} from '../src/index.js';
import { limitsOf } from '../src/plans/limits-of.js';
import { setTenantLimit } from '../src/tenants/administer-tenants.js';
import { useWorlds } from './use-worlds.js';

const { database, own, other } = useWorlds();

describe('authenticate a key', () => {
  test.each([
    ['free', null, 10],
    ['hobby', null, 100],
    ['pro', null, 500],
    ['ultra', null, 1_000],
    ['pro', 7, 7],
    ['enterprise', 5_000, 5_000],
  ] as const)(
    'a tenant on %s with its own limit of %s has %s requests a minute',
    async (plan, requestsPerMinute, expected) => {
      const slug = `plan-${plan}-${requestsPerMinute}`;
      const tenant = await createTenant(database, { slug, name: slug, plan, requestsPerMinute });
      const key = await createApiKey(database, { tenant: slug, name: 'Key', scopes: ['chats:read'] });
      expect(await authenticateKey(database, { keyId: key.id, tenantId: tenant.id })).toEqual({
        tenantId: tenant.id,
        plan,
        limits: { ...plans[plan].limits, requestsPerMinute: expected },
        waitingJobs: 0,
        scopes: ['chats:read'],
        lastUsedAt: null,
      });
    },
  );

  test('rejects a key that is unknown, malformed, of another tenant, expired or revoked', async () => {
    const tenantId = own.tenant.id;
    const expired = await createApiKey(database, {
      tenant: own.tenant.slug,
      name: 'Short',
      scopes: ['*'],
      expiresAt: new Date('2026-11-14T09:30:00Z'),
    });
    const revoked = await createApiKey(database, { tenant: tenantId, name: 'Gone', scopes: ['*'] });
    await revokeApiKey(database, { tenant: tenantId, keyId: revoked.id });
    const now = new Date('2026-11-14T09:30:00Z');
    for (const keyId of [newId(), 'x', other.key.id, expired.id, revoked.id]) {
      expect(await authenticateKey(database, { keyId, tenantId, now })).toBeUndefined();
    }
    const before = new Date('2026-11-14T09:29:59.999Z');
    expect(await authenticateKey(database, { keyId: expired.id, tenantId, now: before })).toBeDefined();
    expect(await authenticateKey(database, { keyId: own.key.id, tenantId: 'x' })).toBeUndefined();
  });
});

describe('administration', () => {
  test('creates, lists, finds and changes tenants', async () => {
    const created = await createTenant(database, { slug: 'acme', name: 'Acme', plan: 'free' });
    expect((await listTenants(database)).map(({ id }) => id)).toContain(created.id);
    expect(await findTenant(database, created.id)).toEqual(await findTenant(database, 'acme'));
    expect(await setTenantPlan(database, { tenant: 'acme', plan: 'pro' })).toMatchObject({ plan: 'pro' });
  });

  test('explains an error in one sentence', async () => {
    const make = (values: object) => createTenant(database, { slug: 's', name: 'n', plan: 'pro', ...values });
    await make({ slug: 'twice' });
    await expect(make({ slug: 'twice' })).rejects.toThrow(
      new AdministrationError('There is already a tenant "twice".'),
    );
    await expect(make({ plan: 'enterprise' })).rejects.toThrow(/needs a number/);
    await expect(make({ requestsPerMinute: 0 })).rejects.toThrow(/above 0/);
    await expect(make({ requestsPerMinute: 2 ** 31 })).rejects.toThrow(/from 0 to 1000000000/);
    await expect(findTenant(database, 'nobody')).rejects.toThrow('There is no tenant "nobody".');
    await expect(createApiKey(database, { tenant: 'twice', name: 'k', scopes: [] })).rejects.toThrow(/scope/);
    await expect(revokeApiKey(database, { tenant: 'twice', keyId: newId() })).rejects.toThrow(/has no key/);
  });

  test.each([
    ['storedBytes', 2 ** 50],
    ['requestsPerMinute', 1_000_000_000],
    ['runsPerEvent', 1_000_000_000],
  ])('sets the limit %s up to %s', async (limit, max) => {
    const { id: tenant } = await createTenant(database, { slug: newId(), name: 'Limited', plan: 'pro' });
    const set = (value: number) => setTenantLimit(database, { tenant, limit, value });
    expect(limitsOf(await set(max))).toMatchObject({ [limit]: max });
    for (const value of [-1, 1.5, max + 1, Number.POSITIVE_INFINITY, Number.NaN]) {
      await expect(set(value)).rejects.toThrow(
        `The limit "${limit}" must be a whole number from 0 to ${max}.`,
      );
    }
  });

  test('lists the keys of one tenant; revoking twice keeps the first time', async () => {
    const key = await createApiKey(database, { tenant: own.tenant.slug, name: 'CRM', scopes: ['*'] });
    const listed = (await listApiKeys(database, own.tenant.slug)).map(({ id }) => id);
    expect(listed).toContain(key.id);
    expect(listed).not.toContain(other.key.id);
    const first = await revokeApiKey(database, { tenant: own.tenant.slug, keyId: key.id });
    expect(await revokeApiKey(database, { tenant: own.tenant.slug, keyId: key.id })).toEqual(first);
    await expect(revokeApiKey(database, { tenant: own.tenant.slug, keyId: other.key.id })).rejects.toThrow(
      /has no key/,
    );
  });
});

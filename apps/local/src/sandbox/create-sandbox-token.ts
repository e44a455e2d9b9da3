import { createApiKey, createTenant, setTenantPlan } from '@parley/core/administration';
import { ofAllTenants } from '@parley/database';
import { signToken } from '../sign-token.js';
import { createDemoToken, findNewestSecret, type Service } from '../start/welcome.js';

/** What a new sandbox contains: the workspace of the examples, or one without anything. */
export const seeds = ['demo', 'empty'] as const;

export type Seed = (typeof seeds)[number];

/** The tests of a partner call the API faster than the workspace of a plan may. */
const requestsPerMinute = 100_000;

/** Returns a token with every scope for the workspace of the sandbox, which is created if it shall be empty. */
export async function createSandboxToken(service: Service, seed: Seed): Promise<string> {
  const database = ofAllTenants(service.database);
  const plan = 'pro';
  if (seed === 'demo') {
    await setTenantPlan(database, { tenant: 'demo', plan, requestsPerMinute });
    return required(await createDemoToken(service));
  }
  const tenant = 'sandbox';
  const workspace = { slug: tenant, name: 'Sandbox', plan, requestsPerMinute, defaultCountry: null } as const;
  await createTenant(database, workspace);
  const key = await createApiKey(database, { tenant, name: 'Sandbox', scopes: ['*'], expiresAt: null });
  return signToken(key, required(await findNewestSecret(service.auth)));
}

function required(value: string | undefined): string {
  if (value === undefined) throw new Error('The sandbox has no secret to sign a token with.');
  return value;
}

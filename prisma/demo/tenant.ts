import { demoKeyId, demoTenantId } from './ids.js';

export const demoTenant = {
  id: demoTenantId,
  slug: 'demo',
  name: 'Demo',
  plan: 'pro',
  searchLanguage: 'english',
  timeZone: 'Europe/Berlin',
  createdAt: new Date('2026-10-01T10:00:00.000Z'),
} as const;

/** The key behind the token that the local start prints. */
export const demoKey = {
  id: demoKeyId,
  name: 'Demo',
  scopes: ['*'],
  createdAt: new Date('2026-10-01T10:00:00.000Z'),
};

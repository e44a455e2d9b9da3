import { expectStatus } from '@parley/testkit';
import type { TestApp } from '@parley/testkit/app';
import { waitUntil } from '@parley/testkit/wait-until';
import { readReads } from './read-metrics.js';

export async function createContact(app: TestApp, firstName: string): Promise<{ id: string }> {
  const created = await app.v3.call('createContact', { body: { firstName } });
  return expectStatus(created, 200).body.data;
}

export function searchFor(app: TestApp, firstName: string, token = app.token) {
  return app.v3.call('searchContacts', { body: { query: `eq(firstName, "${firstName}")` }, token });
}

export function isUsable(app: TestApp): Promise<true> {
  return waitUntil(async () => (await readReads(app)).isUsable === 1);
}

export function countLines(app: TestApp, reason: string): number {
  return app.logs.filter((line) => JSON.parse(line).reason === reason).length;
}

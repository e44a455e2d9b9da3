import { expectStatus } from '@parley/testkit';
import type { TestApp } from '@parley/testkit/app';
import { readReads, waitUntil } from './read-metrics.js';

export async function createContact(app: TestApp, firstName: string): Promise<{ id: string }> {
  const created = await app.v3.call('createContact', { body: { firstName } });
  return expectStatus(created, 200).body.data;
}

export function searchFor(app: TestApp, firstName: string, token = app.token) {
  return app.v3.call('searchContacts', { body: { query: `eq(firstName, "${firstName}")` }, token });
}

export function isUsable(app: TestApp): Promise<void> {
  return waitUntil('the replica to be used', async () => (await readReads(app)).isUsable === 1);
}

export function countLines(app: TestApp, reason: string): number {
  return app.logs.filter((line) => JSON.parse(line).reason === reason).length;
}

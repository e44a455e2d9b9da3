import { createServer } from 'node:http';
import type { Cluster } from '../crash/cluster.js';
import { listen } from '../crash/listen.js';
import { isReady } from '../crash/scene.js';
import { waitFor } from '../crash/wait-for.js';
import { createContact, createKey, createTenant, createWebhook } from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';

export interface Scene {
  readonly url: string;
  readonly token: string;
  readonly contactIds: readonly string[];
  readonly deadWebhookIds: readonly string[];
}

const contactCount = 200;
const startTimeoutMs = 60_000;

export async function setScene(
  { database, url }: Cluster,
  { healthyUrl, endpoints }: { healthyUrl: string; endpoints: number },
): Promise<Scene> {
  const { id: tenantId } = await createTenant(database);
  const token = await tokenOf(await createKey(database, tenantId));
  const events = [{ type: 'contact.updated' }];
  const contactIds: string[] = [];
  for (let count = 0; count < contactCount; count += 1)
    contactIds.push((await createContact(database, tenantId)).id);
  await createWebhook(database, tenantId, { url: `${healthyUrl}/events`, events });
  const deadWebhookIds: string[] = [];
  for (let count = 0; count < endpoints; count += 1) {
    const dead = await createWebhook(database, tenantId, { url: await findClosedUrl(), events });
    deadWebhookIds.push(dead.id);
  }
  await waitFor('the service is up', () => isReady(url), startTimeoutMs);
  return { url, token, contactIds, deadWebhookIds };
}

/** Finds the URL of a port on which nothing listens any more. */
async function findClosedUrl(): Promise<string> {
  const { url, stop } = await listen(createServer());
  await stop();
  return `${url}/events`;
}

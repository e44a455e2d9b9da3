import { createServer, type ServerResponse } from 'node:http';
import {
  createChannel,
  createContact,
  createKey,
  createLabel,
  createTenant,
  createWebhook,
} from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';
import type { Cluster } from './cluster.js';
import { listen } from './listen.js';
import { waitFor } from './wait-for.js';

/**
 * Pauses a worker with SIGSTOP in the middle of a delivery, for longer than its lease. Another worker delivers
 * meanwhile. When the first worker continues, it must not write its outcome.
 */
export async function proveFencing(cluster: Cluster): Promise<readonly string[]> {
  const { database, workers } = cluster;
  const [first, second] = workers;
  if (!first || !second) throw new Error('The cluster needs two workers.');
  await second.stop();
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    // The first attempt gets no response yet; the second one succeeds.
    if (held.length === 0) held.push(response);
    else response.writeHead(200).end();
  });
  const { url, stop } = await listen(server);
  const tenant = await createTenant(database);
  const token = await tokenOf(await createKey(database, tenant.id));
  await createChannel(database, tenant.id);
  const webhook = await createWebhook(database, tenant.id, { url });
  const contact = await createContact(database, tenant.id);
  const label = await createLabel(database, tenant.id);
  await fetch(`${cluster.url}/v3/contacts/${contact.id}/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ labels: [{ id: label.id }] }),
  });
  await waitFor('the first attempt', () => held[0], 30_000);
  first.signal('SIGSTOP');
  cluster.addWorker();
  const readDelivery = async () => {
    const { rows } = await database.pool.query(
      'select status, attempt_count from deliveries where webhook_id = $1',
      [webhook.id],
    );
    return rows[0];
  };
  const delivered = await waitFor(
    'the other worker delivers',
    async () => {
      const delivery = await readDelivery();
      return delivery.status === 'succeeded' ? delivery : undefined;
    },
    90_000,
  );
  held[0]?.writeHead(500).end();
  first.signal('SIGCONT');
  // The worker finishes its job before it ends.
  await first.stop();
  const after = await readDelivery();
  await stop();
  const found = JSON.stringify(after);
  return found === JSON.stringify(delivered)
    ? []
    : [`a worker that had lost its lease changed the delivery to ${found}`];
}

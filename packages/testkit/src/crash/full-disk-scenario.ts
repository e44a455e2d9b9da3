import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChannel, createKey, createTenant, createWebhook } from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';
import { checkPromises } from './check-promises.js';
import { startCluster } from './cluster.js';
import { startReceiver } from './receiver.js';
import { waitUntilSettled } from './settle.js';
import { tellsOf } from './tells.js';
import { waitFor } from './wait-for.js';
import type { AcknowledgedWrite } from './writes.js';

/** Enough for some texts, and little enough that it is soon used up. */
const roomLeftBytes = 1_024 * 1_024;
const writesWhileFull = 20;

/** Fills the disk under a running service, goes on writing, makes room again, and looks for all that was taken. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say where the small disk is.');
const receiver = await startReceiver();
receiver.stopFailing();
// What the processes say must not be lost with the room on the disk.
const logs = await mkdtemp(join(tmpdir(), 'parley-disk-logs-'));
const cluster = await startCluster({ parent: folder, logs });
const tenant = await createTenant(cluster.database);
const token = await tokenOf(await createKey(cluster.database, tenant.id));
const channel = await createChannel(cluster.database, tenant.id);
await createWebhook(cluster.database, tenant.id, { url: `${receiver.url}/events` });
const acknowledged: AcknowledgedWrite[] = [];
const broken: string[] = [];

await waitFor('the service answers', () => isWritten('x'), 30_000);
const before = acknowledged.length;
const ballast = join(folder, 'ballast');
const { bavail, bsize } = await statfs(folder);
await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - roomLeftBytes)));
const refused = await fillUp();
console.log(
  `full disk: ${acknowledged.length - before} texts were taken, the others answered with ${[...refused].join(', ')}`,
);
if (acknowledged.length === before) broken.push('no text was taken while the disk became full');
for (const status of refused) if (status !== 503) broken.push(`a client was answered ${status}`);
const isAlive = await fetch(`${cluster.url}/healthz`).then(({ ok }) => ok);
if (!isAlive) broken.push('the API did not outlive the full disk');
await rm(ballast);
const startedAt = Date.now();
await waitFor('writes succeed again', () => isWritten('y'), 60_000);
console.log(`room again: writes succeed after ${Date.now() - startedAt} ms`);
await waitUntilSettled(cluster.database);
const evidence = { acknowledged, receiver, provider: { sent: new Map() }, recurring: [] };
broken.push(...(await checkPromises(cluster.database, evidence)).broken);
console.log(`room again: all ${acknowledged.length} texts were looked for, and their events`);
for (const sentence of broken.slice(0, 20)) console.log(`full disk: ${sentence}`);
await cluster.stop();
await receiver.stop();
if (broken.length === 0) await rm(logs, { recursive: true });
else console.log(`full disk: what the processes said: ${logs}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** Writes until there is no room, and on: now and then a text still fits in. Returns with what the others were answered. */
async function fillUp(): Promise<ReadonlySet<number>> {
  const refused = new Set<number>();
  // Texts that do not compress, so that the last pages are soon used up.
  const writeMuch = async () => {
    const status = await write(randomText(4_000)).catch(() => 0);
    if (status !== 200) refused.add(status);
  };
  await waitFor(
    'the disk is full',
    async () => writeMuch().then(() => refused.size > 0 || undefined),
    60_000,
  );
  for (let number = 0; number < writesWhileFull; number += 1) await writeMuch();
  return refused;
}

async function isWritten(text: string): Promise<true | undefined> {
  return (await write(text).catch(() => 0)) === 200 || undefined;
}

async function write(text: string): Promise<number> {
  const externalId = `inbound-${randomUUID()}`;
  const response = await fetch(`${cluster.url}/ingress/${channel.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+4915100000001', text, externalId }),
    signal: AbortSignal.timeout(15_000),
  });
  await response.arrayBuffer();
  if (response.ok) acknowledged.push({ kind: 'inbound', tells: tellsOf.inbound(externalId) });
  return response.status;
}

function randomText(length: number): string {
  return Array.from({ length }, () => Math.random().toString(36).charAt(2) || 'a').join('');
}

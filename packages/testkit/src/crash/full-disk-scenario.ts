import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChannel, createKey, createTenant, createWebhook } from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';
import { checkPromises } from './check-promises.js';
import { type Cluster, startCluster } from './cluster.js';
import { factOf } from './event-facts.js';
import { type Receiver, startReceiver } from './receiver.js';
import { recoveryTimeoutMs } from './recovery-timeout.js';
import { waitUntilSettled } from './settle.js';
import { waitFor } from './wait-for.js';
import type { AcknowledgedWrite } from './writes.js';

/** The free space is large enough for some texts, and small enough to be used up soon. */
const freeBytes = 1_024 * 1_024;
const writesWhileFull = 20;

/**
 * Fills the disk of a running service, continues to write, frees the disk again, and searches for all acknowledged
 * texts.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Pass the path of the small disk.');
// The logs must not be lost when the disk is full.
const logs = await mkdtemp(join(tmpdir(), 'parley-disk-logs-'));
const broken = await runScenario(folder).catch((error) => [reasonOf(error)]);
for (const problem of broken.slice(0, 20)) console.log(`full disk: ${problem}`);
if (broken.length === 0) await rm(logs, { recursive: true });
else console.log(`full disk: the logs of the processes: ${logs}`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function runScenario(folder: string): Promise<readonly string[]> {
  const receiver = await startReceiver();
  receiver.stopFailing();
  const broken: string[] = [];
  try {
    const cluster = await startCluster({ parent: folder, logs });
    try {
      await fillAndCheck(await setScene(cluster, receiver), { folder, broken });
    } catch (error) {
      // Earlier findings must be printed too.
      broken.push(reasonOf(error));
    } finally {
      // PostgreSQL needs free space to stop.
      await rm(ballastIn(folder), { force: true });
      await cluster.stop();
    }
  } catch (error) {
    broken.push(reasonOf(error));
  } finally {
    await receiver.stop();
  }
  return broken;
}

interface DiskScene {
  readonly cluster: Cluster;
  readonly receiver: Receiver;
  readonly token: string;
  readonly channelId: string;
  readonly acknowledged: AcknowledgedWrite[];
}

async function setScene(cluster: Cluster, receiver: Receiver): Promise<DiskScene> {
  const { database } = cluster;
  const tenant = await createTenant(database);
  const token = await tokenOf(await createKey(database, tenant.id));
  const { id: channelId } = await createChannel(database, tenant.id);
  await createWebhook(database, tenant.id, { url: `${receiver.url}/events` });
  return { cluster, receiver, token, channelId, acknowledged: [] };
}

/** Adds its findings to `broken`, so that they are kept if it fails half-way. */
async function fillAndCheck(
  scene: DiskScene,
  { folder, broken }: { folder: string; broken: string[] },
): Promise<void> {
  const { cluster, receiver, acknowledged } = scene;
  await waitFor('the service responds', () => isWritten(scene, 'x'), recoveryTimeoutMs);
  const before = acknowledged.length;
  const ballast = ballastIn(folder);
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
  const refused = await fillUp(scene);
  const stored = acknowledged.length - before;
  console.log(`full disk: ${stored} texts were stored, the others refused with ${[...refused].join(', ')}`);
  if (stored === 0) broken.push('no text was stored while the disk became full');
  for (const status of refused) if (status !== 503) broken.push(`a client got ${status}`);
  const isAlive = await fetch(`${cluster.url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isAlive) broken.push('the API did not survive the full disk');
  await rm(ballast);
  const startedAt = performance.now();
  await waitFor('writes succeed again', () => isWritten(scene, 'y'), 60_000);
  console.log(`freed disk: writes succeed after ${Math.round(performance.now() - startedAt)} ms`);
  // The check runs even if the service has not settled: the verdict lists what is missing.
  await waitUntilSettled(cluster.database).catch((error) => broken.push(reasonOf(error)));
  const evidence = { acknowledged, receiver, provider: { sent: new Map() }, recurring: [] };
  broken.push(...(await checkPromises(cluster.database, evidence)).broken);
  console.log(`freed disk: all ${acknowledged.length} texts and their events were searched for`);
}

function ballastIn(folder: string): string {
  return join(folder, 'ballast');
}

/**
 * Writes until the disk is full, and continues, since an occasional text still fits. Returns the statuses of the
 * refused writes.
 */
async function fillUp(scene: DiskScene): Promise<ReadonlySet<number>> {
  const refused = new Set<number>();
  // Texts that do not compress, so that the last pages are soon used up.
  const writeMuch = async () => {
    const status = await write(scene, randomText(4_000)).catch(() => 0);
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

async function isWritten(scene: DiskScene, text: string): Promise<true | undefined> {
  return (await write(scene, text).catch(() => 0)) === 200 || undefined;
}

async function write({ cluster, token, channelId, acknowledged }: DiskScene, text: string): Promise<number> {
  const externalId = `inbound-${randomUUID()}`;
  const response = await fetch(`${cluster.url}/ingress/${channelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+4915100000001', text, externalId }),
    signal: AbortSignal.timeout(15_000),
  });
  await response.arrayBuffer();
  if (response.ok) acknowledged.push({ kind: 'inbound', fact: factOf.inbound(externalId) });
  return response.status;
}

function randomText(length: number): string {
  return Array.from({ length }, () => Math.random().toString(36).charAt(2) || 'a').join('');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

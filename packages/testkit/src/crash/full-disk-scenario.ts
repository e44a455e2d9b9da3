import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChat, createKey, createTenant } from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';
import { startCluster } from './cluster.js';
import { waitFor } from './wait-for.js';

/** Fills the disk under a running service, and then makes room again. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say where the small disk is.');
const cluster = await startCluster(folder);
const tenant = await createTenant(cluster.database);
const token = await tokenOf(await createKey(cluster.database, tenant.id));
const chat = await createChat(cluster.database, tenant.id);

await waitFor('the service answers', () => isWritten('x'), 30_000);
const ballast = join(folder, 'ballast');
const { bavail, bsize } = await statfs(folder);
await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1_024)));
const seen = new Set<number>();
await waitFor(
  'the disk is full',
  async () => {
    // Texts that do not compress, so that the last pages are soon used up.
    const status = await write(randomText(4_000)).catch(() => 0);
    seen.add(status);
    return status === 200 ? undefined : true;
  },
  60_000,
);
console.log(`full disk: writes are answered with ${[...seen].filter((status) => status !== 200).join(', ')}`);
const isAlive = await fetch(`${cluster.url}/healthz`).then(({ ok }) => ok);
await rm(ballast);
const startedAt = Date.now();
await waitFor('writes succeed again', () => isWritten('y'), 60_000);
console.log(`room again: writes succeed after ${Date.now() - startedAt} ms`);
await cluster.stop();
const isDeclared = [...seen].every((status) => [200, 503].includes(status));
process.exitCode = isAlive && isDeclared ? 0 : 1;

async function isWritten(text: string): Promise<true | undefined> {
  return (await write(text).catch(() => 0)) === 200 || undefined;
}

async function write(text: string): Promise<number> {
  const response = await fetch(`${cluster.url}/ingress/${chat.channelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+4915100000001', text }),
    signal: AbortSignal.timeout(15_000),
  });
  await response.arrayBuffer();
  return response.status;
}

function randomText(length: number): string {
  return Array.from({ length }, () => Math.random().toString(36).charAt(2) || 'a').join('');
}

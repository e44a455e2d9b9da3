import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Provider } from '../crash/provider.js';
import type { Receiver } from '../crash/receiver.js';
import type { Scene } from '../crash/scene.js';
import { post, writeInbound } from '../crash/writes.js';
import { copyCluster } from './copy-cluster.js';
import {
  findUnpaused,
  markMessagesInDoubt,
  restartPostgres,
  settle,
  stopAll,
  waitForPosition,
} from './drill-steps.js';
import { apiCount, type Installation, startApi, startWorkers } from './installation.js';
import type { LoadBalancer } from './load-balancer.js';
import { type Release, runScript } from './release.js';
import { waitUntilBalanced } from './roll.js';

export interface DrillOptions {
  readonly installation: Installation;
  readonly balancer: LoadBalancer;
  readonly release: Release;
  readonly scene: Scene;
  readonly receiver: Receiver;
  readonly provider: Provider;
  readonly tell: (line: string) => void;
}

const messages = 10;
const writes = 20;
/** A worker looks every two seconds whether it is paused, so a worker that does not notice the restore sends in this time. */
const watchMs = 10_000;

/**
 * Takes a backup while messages and events wait, lets the workers send them, restores the backup, and follows
 * docs/operations/backup-and-restore.md. Returns the violated guarantees.
 */
export async function drillRestore(options: DrillOptions): Promise<string[]> {
  const { installation, balancer, release, scene, receiver, provider, tell } = options;
  const { env, folder } = installation;
  const [cluster, backup] = [join(folder, 'database', 'postgres'), join(folder, 'backup')];
  const broken: string[] = [];
  const counts = () => ({ sent: countSent(provider), received: receiver.receipts.length });

  await stopAll(installation, 'worker');
  await write(scene, 'before the backup', 10_000_000);
  await restartPostgres(installation, () => copyCluster(cluster, backup));
  tell(`a backup is taken while ${messages} messages and the events of ${writes} inbound messages wait`);
  const before = counts();
  await startWorkers(installation, release);
  await settle(installation);
  const after = counts();
  await waitForPosition(installation);
  await stopAll(installation, 'worker');
  await stopAll(installation, 'api');
  await restartPostgres(installation, () => copyCluster(backup, cluster));
  const gap = `${after.sent - before.sent} messages, ${after.received - before.received} deliveries`;
  tell(`the workers have sent them (${gap}); then the backup was restored`);
  if (after.sent - before.sent !== messages) broken.push(`after the backup, the workers sent ${gap}`);

  await startWorkers(installation, release);
  broken.push(...(await findUnpaused(installation)));
  await delay(watchMs);
  const status = await runScript(release, ['worker', 'status'], env);
  tell(status);
  if (!/^Paused since .+\n\n/.test(status))
    broken.push(`worker status shows no pause or no due jobs: ${status}`);
  const paused = counts();
  const repeated = paused.sent - after.sent + paused.received - after.received;
  tell(`requests that the workers sent within ${watchMs / 1_000} s of the restore: ${repeated}`);
  if (repeated > 0) broken.push(`${repeated} requests were sent, although the database was restored`);

  const inDoubt = await markMessagesInDoubt(installation);
  await runScript(release, ['worker', 'resume'], env);
  // Only now: the resume moves the feed of events past the positions that readers have seen.
  for (let number = 1; number <= apiCount; number += 1) await startApi(installation, release, number);
  await waitUntilBalanced(balancer);
  await write(scene, 'after the restore', 20_000_000);
  await settle(installation);
  const rest = counts();
  const twice = [...provider.sent.values()].filter((count) => count > 1).length;
  const known = new Set(receiver.receipts.slice(0, after.received).map(({ eventId }) => eventId));
  const again = receiver.receipts.slice(after.received).filter(({ eventId }) => known.has(eventId)).length;
  tell(
    `after the resume: ${inDoubt} messages marked in doubt and not sent again, ${rest.sent - after.sent} new ones sent, ${twice} sent twice; ` +
      `${rest.received - after.received} deliveries, ${again} of them repeat an event, with the id that the receiver knows`,
  );
  if (twice > 0) broken.push(`${twice} messages were sent twice after the restore`);
  if (rest.sent - after.sent !== messages)
    broken.push(`${rest.sent - after.sent} messages were sent after the resume, not ${messages}`);
  if (again === 0) broken.push('no delivery of the restored queue was sent after the resume');
  return broken;
}

/** Inbound messages, whose events are delivered, and messages to new contacts. */
async function write(scene: Scene, when: string, firstNumber: number): Promise<void> {
  for (let number = 0; number < writes; number += 1) await writeInbound(scene, number);
  for (let number = 0; number < messages; number += 1) {
    const phoneNumber = `+49152${firstNumber + number}`;
    const { data } = await post(scene, '/v3/contacts', { firstName: 'Ada', phoneNumber });
    const message = { contactId: data.id, channelId: scene.smsId, text: `Hello ${when}` };
    await post(scene, '/v3/messages/send', message);
  }
}

function countSent({ sent }: Provider): number {
  return [...sent.values()].reduce((sum, count) => sum + count, 0);
}

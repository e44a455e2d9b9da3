import { waitFor } from '../crash/wait-for.js';
import { createBystander, findLosses } from './bystander.js';
import { startEchoServer } from './echo-server.js';
import { findTraces } from './find-traces.js';
import type { Installation } from './plant/installation.js';
import { newMarker } from './plant/marker.js';
import { plantByApi } from './plant/plant-by-api.js';
import { plantByIngress } from './plant/plant-by-ingress.js';
import { plantDeadJob } from './plant/plant-dead-job.js';
import { plantErrors } from './plant/plant-errors.js';
import { plantExport } from './plant/plant-export.js';
import { plantStatus } from './plant/plant-status.js';
import { createWorkspace, type Workspace } from './plant/workspace.js';
import { findUnsettled } from './settle.js';

const timeoutMs = 60_000;

export interface ErasureResult {
  /** The rows and objects with the marker by their place, before and after the erasure. */
  readonly planted: Readonly<Record<string, number>>;
  readonly left: Readonly<Record<string, number>>;
  /** Data of other contacts that the erasures have removed by mistake. */
  readonly losses: readonly string[];
  /** The longest time until a deletion returned, and until the last erasure was completed. */
  readonly slowestDeletionMs: number;
  readonly completedAfterMs: number;
}

/**
 * Sends a marker through the API and every provider, erases the people whose data contains it, and searches every table
 * for it.
 */
export async function erasePerson(installation: Installation): Promise<ErasureResult> {
  const marker = newMarker();
  const server = await startEchoServer(Buffer.from(`The picture of ${marker.text}`));
  try {
    const workspace = await createWorkspace(installation, server.url);
    await plantByApi(workspace, marker);
    await plantByIngress(workspace, marker);
    await waitFor('all planted work has ended', () => isSettled(workspace), timeoutMs);
    await plantDeadJob(workspace, marker);
    await plantStatus(workspace, marker);
    await plantErrors(workspace, marker);
    const people = await listPeople(workspace);
    await plantExport(workspace, people[0] ?? '');
    const bystander = await createBystander(workspace, people[0] ?? '');
    const planted = await findTraces(workspace, marker.texts);
    const startedAtMs = performance.now();
    const slowestDeletionMs = await deleteAll(workspace, people);
    await waitFor('the erasures are completed', () => areErased(workspace, people), timeoutMs);
    const completedAfterMs = performance.now() - startedAtMs;
    const left = await findTraces(workspace, marker.texts);
    const losses = await findLosses(workspace, bystander);
    return { planted, left, losses, slowestDeletionMs, completedAfterMs };
  } finally {
    await server.stop();
  }
}

async function isSettled(workspace: Workspace): Promise<true | undefined> {
  const unsettled = await findUnsettled(workspace);
  if (unsettled.length > 0) throw new Error(unsettled.join(', '));
  return true;
}

async function listPeople({ database, tenantId }: Workspace): Promise<string[]> {
  const people = await database.prisma.contact.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  return people.map(({ id }) => id);
}

async function deleteAll({ call }: Workspace, people: readonly string[]): Promise<number> {
  const durations: number[] = [];
  for (const id of people) {
    const startedAtMs = performance.now();
    const { deletedIds } = await call('DELETE', `/v3/contacts/${id}`);
    if (String(deletedIds) !== id) throw new Error(`The contact ${id} was not deleted.`);
    durations.push(performance.now() - startedAtMs);
  }
  return Math.max(...durations);
}

async function areErased({ call }: Workspace, people: readonly string[]): Promise<true | undefined> {
  for (const id of people) {
    const { state } = await call('GET', `/v3/contacts/${id}/erasure`);
    if (state !== 'completed') return undefined;
  }
  return true;
}

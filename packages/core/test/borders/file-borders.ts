import { expect } from '@jest/globals';
import { type Database, FileFailures, type ObjectStore } from '@parley/database';
import { moveFiles } from '../../src/files/stores/move-files.js';
import { importFiles } from '../../src/handover/import-files.js';
import { deleteWorkspace, exportWorkspace, importWorkspace } from '../../src/handover/index.js';
import { newId, removeLooseObjects } from '../../src/index.js';
import { MemoryExport } from '../handover/memory-export.js';
import { createFile, createTenant } from '../testkit.js';
import type { Stage } from './stage.js';

/** An object storage that only counts what is stored and removed. */
function countingStorage({ worlds }: Stage) {
  const calls = { put: [] as string[], removed: [] as string[] };
  const objects: Pick<ObjectStore, 'put' | 'remove'> = {
    put: async (key) => void calls.put.push(key),
    remove: async (key) => void calls.removed.push(key),
  };
  // Nothing else is called here.
  const files = { store: 's3', objects: objects as ObjectStore, failures: new FileFailures() } as const;
  const database: Database = { ...worlds.database, files };
  return { database, ...calls };
}

export async function removesEveryObject(stage: Stage): Promise<void> {
  const { worlds, count } = stage;
  const { database, removed } = countingStorage(stage);
  const keys = Array.from({ length: count }, () => `${worlds.own.tenant.id}/${newId()}`).sort();
  await database.prisma.looseObject.createMany({
    data: keys.map((key) => ({ key, isLeaving: true, removeAt: new Date(0) })),
  });
  expect(await removeLooseObjects(database, new Date(), worlds.sizes)).toBe(count);
  expect(removed.sort()).toEqual(keys);
}

export async function movesEveryFile(stage: Stage): Promise<void> {
  const { worlds, count } = stage;
  const { database, put } = countingStorage(stage);
  const tenantId = worlds.own.tenant.id;
  for (let file = 0; file < count; file += 1) await createFile(database, tenantId);
  const files = await database.prisma.file.count();
  expect(files).toBeGreaterThanOrEqual(count);
  const moved = await moveFiles(database, { to: 's3', now: () => new Date(), sizes: worlds.sizes });
  expect(moved).toMatchObject({ files, failures: [] });
  expect(new Set(put).size).toBe(files);
  expect(await database.prisma.file.count({ where: { store: 'postgres' } })).toBe(0);
}

export async function importsEveryFile({ worlds, count, size }: Stage): Promise<void> {
  const { sql, pool } = worlds.database;
  const { id: tenantId } = await createTenant(worlds.database);
  const bytes = new TextEncoder().encode('the same in each');
  const file = await createFile(worlds.database, tenantId, { bytes });
  await pool.query(
    `insert into files select (jsonb_populate_record(file, jsonb_build_object('id', gen_random_uuid()))).*
     from files file, generate_series(2, $2::int) where file.tenant_id = $1`,
    [tenantId, count],
  );
  await pool.query('delete from file_contents where tenant_id = $1', [tenantId]);
  const read: string[] = [];
  const progress: number[] = [];
  const source = {
    async *readFile(id: string) {
      read.push(id);
      yield Buffer.from(bytes);
    },
  };
  const onProgress = ({ done }: { done: number }) => progress.push(done);
  const imported = await importFiles(sql, source, { tenantId, onProgress, sizes: worlds.sizes });
  expect([imported, progress]).toEqual([count, [size, 2 * size, count]]);
  expect([read.length, new Set(read).size]).toEqual([count, count]);
  expect(read).toContain(file.id);
  const { rows } = await pool.query('select from file_contents where tenant_id = $1', [tenantId]);
  expect(rows).toHaveLength(count);
}

interface Handover {
  /** How many characters a row has for each character of a batch. Default is a few characters. */
  readonly share?: number;
  /** How many statements insert the rows. Default is one. */
  readonly statements?: number;
}

/** Exports a workspace, deletes it and imports it again. */
export function comesBackComplete({ share, statements = 1 }: Handover = {}) {
  return async ({ worlds, count: rows, size }: Stage): Promise<void> => {
    const { database, sizes } = worlds;
    const { id: tenantId } = await createTenant(database);
    const [count, length] = share ? [2 / share + 1, size * share] : [rows, 7];
    await database.pool.query(
      `insert into labels (tenant_id, id, name, color)
       select $1, gen_random_uuid(), 'label ' || n, repeat('0', $3::int) from generate_series(1, $2::int) n`,
      [tenantId, count, length],
    );
    const countLabels = () => database.prisma.label.count({ where: { tenantId } });
    const exported = new MemoryExport();
    await exportWorkspace(database, exported, { tenant: tenantId, sizes });
    const ids = exported.rowsOf('labels').map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    const steps: number[] = [];
    const onProgress = ({ part, done }: { part: string; done: number }) =>
      void (part === 'labels' && steps.push(done));
    await deleteWorkspace(database, { tenant: tenantId, sizes, onProgress });
    // What is left is deleted with the tenant, but in one transaction.
    expect(Math.max(...steps.map((done, at) => done - (steps[at - 1] ?? 0)))).toBeLessThanOrEqual(
      sizes.workspaceDeletionBatch,
    );
    expect([steps.splice(0).at(-1), await countLabels()]).toEqual([count, 0]);
    await importWorkspace(database, exported, { sizes, onProgress });
    expect([steps.at(-1), await countLabels()]).toEqual([count, count]);
    expect(steps.length).toBeGreaterThanOrEqual(statements);
  };
}

import { expect, test } from '@jest/globals';
import { importFiles } from '../../src/handover/import-files.js';
import { defaultSizes } from '../../src/sizes.js';
import { createFile, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

test('the files of all pages are imported once', async () => {
  const { database } = worlds;
  const { sql, pool } = database;
  const { id: tenantId } = await createTenant(database);
  const bytes = new TextEncoder().encode('the same in each');
  const file = await createFile(database, tenantId, { bytes });
  await pool.query(
    `insert into files select (jsonb_populate_record(file, jsonb_build_object('id', gen_random_uuid()))).*
     from files file, generate_series(1, 5) where file.tenant_id = $1`,
    [tenantId],
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
  const sizes = { ...defaultSizes, importedFilePage: 5 };
  const onProgress = ({ done }: { done: number }) => progress.push(done);
  const count = await importFiles(sql, source, { tenantId, onProgress, sizes });
  expect([count, progress]).toEqual([6, [5, 6]]);
  expect(new Set(read).size).toBe(6);
  expect(read).toContain(file.id);
  const { rows } = await pool.query('select from file_contents where tenant_id = $1', [tenantId]);
  expect(rows).toHaveLength(6);
});

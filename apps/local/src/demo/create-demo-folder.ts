import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the database of one demo lives; removed in the end. */
export async function createDemoFolder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

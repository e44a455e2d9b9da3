import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder of the demo's database, which is deleted at the end. */
export async function createDemoFolder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is removed at the end of the run. */
export function makeTestFolder(name: string): string {
  return mkdtempSync(join(process.env.PARLEY_TEST_RUN ?? tmpdir(), `${name}-`));
}

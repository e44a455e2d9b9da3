import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is removed at the end of the run. */
export function makeTestFolder(name: string): string {
  // Beside it are files of the run, whose readers know them by the beginnings of their names.
  const parent = join(process.env.PARLEY_TEST_RUN ?? tmpdir(), 'parley-test-folders');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `${name}-`));
}

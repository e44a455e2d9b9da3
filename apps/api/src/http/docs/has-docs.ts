import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocsBuild } from './docs-build.js';

/** Whether `/docs` shows anything: a site, or a page about its build that is under way or has failed. */
export async function hasDocs(folder: string, build?: DocsBuild): Promise<boolean> {
  if (build && build.state !== 'built') return true;
  return access(join(folder, 'files.json')).then(
    () => true,
    () => false,
  );
}

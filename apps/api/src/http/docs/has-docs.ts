import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocsBuild } from './docs-build.js';

/** Whether `/docs` serves anything: the site, or a page that says that the build is running or has failed. */
export async function hasDocs(folder: string, build?: DocsBuild): Promise<boolean> {
  if (build && build.state !== 'built') return true;
  return access(join(folder, 'files.json')).then(
    () => true,
    () => false,
  );
}

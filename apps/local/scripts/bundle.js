import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from './bundle-programs.js';

/**
 * Bundles the programs that start the service, its processes and the commands, with everything they need, in a few files:
 * Node loads the 1,500 modules of a start in a second, and the bundle in a third of that.
 */
const folder = fileURLToPath(new URL('..', import.meta.url));
const apps = `${folder}..`;
const built = `${folder}dist/apps/local/src`;
const bundles = `${folder}bundle`;

await rm(bundles, { recursive: true, force: true });
await bundlePrograms([`${built}/start.js`, `${built}/demo.js`], bundles);
await bundlePrograms(
  { api: `${apps}/api/dist/main.js`, worker: `${apps}/worker/dist/main.js` },
  `${bundles}/processes`,
);
await bundlePrograms([`${built}/cli/main.js`], `${bundles}/cli`);

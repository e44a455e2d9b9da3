import { fileURLToPath } from 'node:url';
import { listPackages } from './list-packages.js';

/** Prints the list of packages that is attached to a release: `npm run sbom`, after the build. */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.stdout.write(`${JSON.stringify(await listPackages(root), null, 2)}\n`);

import { fileURLToPath } from 'node:url';
import { findNewestMigration } from './git-tags.js';
import { versionService } from './version-service.js';

/** Runs first in `npm run release:version`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const version = versionService(root, (tag) => findNewestMigration(root, tag));
console.log(
  version === undefined
    ? 'There are no changesets, so the service keeps its version.'
    : `The service has the version ${version}.`,
);

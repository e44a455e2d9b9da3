import { fileURLToPath } from 'node:url';
import { findNewestMigration } from './git-tags.js';
import { readVersion, tagOf, writePreviousRelease } from './version-service.js';

/** Runs after a release, when the version of the sources is the one that was released: `npm run release:previous`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const tag = tagOf(readVersion(root));
const newest = findNewestMigration(root, tag);
writePreviousRelease(root, newest);
if (newest === undefined) {
  console.error(`There is no tag ${tag}, so prisma/migrations/previous-release.json stays as it is.`);
  process.exitCode = 1;
} else {
  console.log(`The previous release is ${tag}, with ${newest}.`);
}

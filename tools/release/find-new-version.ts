import { fileURLToPath } from 'node:url';
import { hasTag } from './git-tags.js';
import { readVersion, tagOf } from './version-service.js';

/** Prints `version=v1.2.3` if the version of the service has no tag yet: then the workflow builds its image and tags it. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const version = readVersion(root);
const isNew = version !== '0.0.0' && !hasTag(root, tagOf(version));
console.log(`version=${isNew ? tagOf(version) : ''}`);

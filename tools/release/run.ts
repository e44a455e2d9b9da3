import { fileURLToPath } from 'node:url';
import { nameRepository } from './name-repository.js';

/** Runs before the packages are published, in the workflow of the release. */
const { GITHUB_SERVER_URL = '', GITHUB_REPOSITORY = '' } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));
const named = nameRepository(root, `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`);
console.log(`The packages name their repository: ${named.join(', ')}.`);

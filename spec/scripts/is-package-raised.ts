import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGit } from './git.js';

const file = 'packages/contract/package.json';

/**
 * Whether `changeset version` has raised the version of the package that publishes the contract. A release of the client
 * alone leaves the baseline as it is.
 */
export function isPackageRaised(repository: string): boolean {
  const committed = createGit(repository)('show', `HEAD:${file}`);
  return (
    committed === undefined ||
    readVersion(committed) !== readVersion(readFileSync(join(repository, file), 'utf8'))
  );
}

function readVersion(text: string): unknown {
  return JSON.parse(text).version;
}

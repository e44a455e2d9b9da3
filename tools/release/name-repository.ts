import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `repository`, `homepage` and `bugs` into every package that is published. The repository is the one that
 * publishes, so that a fork names itself; npm refuses a provenance statement that names another one.
 */
export function nameRepository(root: string, url: string): string[] {
  if (!/^https:\/\/[^/]+\/[^/]+\/[^/]+$/.test(url)) throw new Error(`${url} is not the URL of a repository.`);
  const named: string[] = [];
  for (const name of readdirSync(join(root, 'packages'))) {
    const directory = `packages/${name}`;
    const path = join(root, directory, 'package.json');
    const description: { private?: boolean } = JSON.parse(readFileSync(path, 'utf8'));
    if (description.private) continue;
    const links = {
      repository: { type: 'git', url: `git+${url}.git`, directory },
      homepage: `${url}/tree/main/${directory}#readme`,
      bugs: `${url}/issues`,
    };
    writeFileSync(path, `${JSON.stringify({ ...description, ...links }, null, 2)}\n`);
    named.push(directory);
  }
  return named;
}

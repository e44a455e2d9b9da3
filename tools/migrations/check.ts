import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allowedBlocks } from './allowed-blocks.js';
import { checkMigration } from './check-migration.js';

/** The newest migration from before these rules existed. This one and all older ones are not checked. */
const lastUnchecked = '20261116065500_contact_exports';

const folder = 'prisma/migrations';
const entries = await readdir(folder, { withFileTypes: true });
const names = entries
  .filter((entry) => entry.isDirectory() && entry.name > lastUnchecked)
  .map(({ name }) => name);
const problems = await Promise.all(names.sort().map(checkFolder));
for (const problem of problems.flat()) console.error(`${problem}\n`);
if (problems.flat().length > 0) {
  console.error(
    `Unsafe migration steps: ${problems.flat().length}. prisma/README.md explains the rules, and how to allow a step.`,
  );
  process.exitCode = 1;
}

async function checkFolder(name: string): Promise<string[]> {
  const found = await checkMigration({
    name,
    script: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
    online: await readIfExists(join(folder, name, 'online.sql')),
    contract: await readIfExists(join(folder, name, 'contract.sql')),
  });
  return name in allowedBlocks ? found.filter((problem) => !problem.includes(' unchecked-block: ')) : found;
}

async function readIfExists(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

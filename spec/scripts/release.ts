import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearAcceptedChanges } from './accepted-changes.js';
import { keepHistory } from './keep-history.js';
import { specFolder } from './redocly.js';
import { versions } from './versions.js';

/** Makes the current bundles the release that later changes are compared with. */
await mkdir(join(specFolder, 'released'), { recursive: true });
for (const version of versions) {
  const document: unknown = JSON.parse(await readFile(join(specFolder, `dist/${version}.json`), 'utf8'));
  await writeFile(join(specFolder, `released/${version}.json`), `${JSON.stringify(document, null, 2)}\n`);
}
await keepHistory(new Date().toISOString().slice(0, 10));
await clearAcceptedChanges();
console.log(`Released ${versions.join(' and ')}: commit spec/released and spec/accepted-changes.yaml.`);

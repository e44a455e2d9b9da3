import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareWithRelease } from './compare-with-release.js';
import { runCommand } from './contract-error.js';
import { specFolder } from './redocly.js';
import { readVersions } from './versions.js';

/** Compares the bundles with the last release and writes the changes to a file, which the changelog shows. */
await runCommand(async () => {
  for (const version of readVersions(process.argv.slice(2))) {
    const comparison = await compareWithRelease(version);
    await writeFile(
      join(specFolder, `dist/${version}.changes.json`),
      `${JSON.stringify(comparison, null, 2)}\n`,
    );
    console.log(`${version}: ${comparison.changes.length} changes since the last release`);
  }
});

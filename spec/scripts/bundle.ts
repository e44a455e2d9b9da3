import { join } from 'node:path';
import { runRedocly, specFolder } from './redocly.js';
import { readVersions, type Version } from './versions.js';

for (const version of readVersions(process.argv.slice(2))) await bundle(version);

/** Writes one version as a single JSON document. A renamed component would rename a type in every client. */
async function bundle(version: Version): Promise<void> {
  const output = join(specFolder, 'dist', `${version}.json`);
  const { exitCode, stderr } = await runRedocly([
    'bundle',
    `${version}/openapi.yaml`,
    `--output=${output}`,
    '--component-renaming-conflicts-severity=error',
  ]);
  if (exitCode !== 0) throw new Error(`${version} could not be bundled.\n${stderr}`);
  console.log(`${version}: bundled to spec/dist/${version}.json`);
}

import { join } from 'node:path';
import { ContractError } from './contract-error.js';
import { runRedocly, specFolder } from './redocly.js';
import type { Version } from './versions.js';

/** Writes one version as a single JSON document. A renamed component would rename a type in every client. */
export async function bundleDocument(
  version: Version,
  folder = specFolder,
  node: readonly string[] = [],
): Promise<void> {
  const { exitCode, stderr } = await runRedocly(
    [
      'bundle',
      `${version}/openapi.yaml`,
      `--output=${join(folder, 'dist', `${version}.json`)}`,
      '--component-renaming-conflicts-severity=error',
    ],
    folder,
    node,
  );
  if (exitCode !== 0) throw new ContractError(`${version} could not be bundled.\n${stderr}`);
}

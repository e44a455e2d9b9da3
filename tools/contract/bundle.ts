import { runCommand } from '../../spec/scripts/contract-error.js';
import { bundleChanged } from '../../spec/scripts/keep/bundle-changed.js';
import { readSources } from '../../spec/scripts/keep/hash-sources.js';
import { migrateChanged } from '../../spec/scripts/keep/migrate-changed.js';
import { type Version, versions } from '../../spec/scripts/versions.js';

/** Bundles the versions that have changed, and writes the migration between them. */
export async function bundleContract(): Promise<void> {
  await runCommand(async () => {
    // One reading of the sources is enough for both, and older than what either reads later.
    const sources = new Map(versions.map((version) => [version, readSources(version)]));
    const read = (version: Version) => sources.get(version) ?? readSources(version);
    const bundled = Promise.all(versions.map((version) => bundleChanged(version, read(version))));
    await Promise.all([bundled, migrateChanged(bundled, read)]);
  });
}

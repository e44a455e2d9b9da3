import { runCommand } from '../../spec/scripts/contract-error.js';
import { bundleChanged } from '../../spec/scripts/keep/bundle-changed.js';
import { migrateChanged } from '../../spec/scripts/keep/migrate-changed.js';
import { versions } from '../../spec/scripts/versions.js';

/** Bundles the versions that have changed, and writes the migration between them. */
export async function bundleContract(): Promise<void> {
  await runCommand(async () => {
    const bundled = Promise.all(versions.map((version) => bundleChanged(version)));
    await Promise.all([bundled, migrateChanged(bundled)]);
  });
}

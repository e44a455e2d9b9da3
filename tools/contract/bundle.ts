import { runCommand } from '../../spec/scripts/contract-error.js';
import { bundleChanged } from '../../spec/scripts/keep/bundle-changed.js';
import { versions } from '../../spec/scripts/versions.js';
import { writeMigration } from '../../spec/scripts/write-migration.js';

/** Bundles the versions that have changed, and writes the migration between them. */
export async function bundleContract(): Promise<void> {
  await runCommand(async () => {
    await Promise.all(versions.map(bundleChanged));
    await writeMigration();
  });
}

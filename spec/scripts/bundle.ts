import { runCommand } from './contract-error.js';
import { bundleChanged } from './keep/bundle-changed.js';
import { readVersions } from './versions.js';

await runCommand(async () => {
  for (const version of readVersions(process.argv.slice(2))) {
    await bundleChanged(version);
    console.log(`${version}: bundled to spec/dist/${version}.json`);
  }
});

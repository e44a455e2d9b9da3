import { bundleDocument } from './bundle-document.js';
import { runCommand } from './contract-error.js';
import { readVersions } from './versions.js';

await runCommand(async () => {
  for (const version of readVersions(process.argv.slice(2))) {
    // Turbo keeps the result for the same sources.
    await bundleDocument(version);
    console.log(`${version}: bundled to spec/dist/${version}.json`);
  }
});

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Jest resolves the imports of a running test with the conditions of its environment, and those of its search for related
 * tests with none. Both must find the sources of our packages, or a change would touch no test of another package.
 * Our own sources import the libraries that were bundled for the run (`bundle-libraries.js`).
 */
module.exports = (path, options) => {
  if (!options.conditions) return options.defaultResolver(path, { ...options, conditions: forSources });
  const bundled = readLibraries()[path];
  const isImportOfOurs = options.conditions.includes('import') && !options.basedir.includes('node_modules');
  return bundled && isImportOfOurs ? bundled : options.defaultResolver(path, options);
};

const forSources = ['@parley/source', 'node', 'import', 'default'];

let libraries;

/** Read late: this module is loaded before the run is set up. */
function readLibraries() {
  const folder = process.env.PARLEY_TEST_LIBRARIES;
  if (folder) libraries ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  return libraries ?? {};
}

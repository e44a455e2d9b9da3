/** Resolves our packages to their sources; otherwise a change would not affect the tests of other packages. */
module.exports = (path, options) => options.defaultResolver(path, { ...options, conditions: forSources });

const forSources = ['@parley/source', 'node', 'import', 'default'];

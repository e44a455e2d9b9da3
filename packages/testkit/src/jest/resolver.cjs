/** Finds the sources of our packages, or a change would touch no test of another package. */
module.exports = (path, options) => options.defaultResolver(path, { ...options, conditions: forSources });

const forSources = ['@parley/source', 'node', 'import', 'default'];

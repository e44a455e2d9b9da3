/**
 * Jest resolves the imports of a running test with the conditions of its environment, and those of its search for related
 * tests with none. Both must find the sources of our packages, or a change would touch no test of another package.
 */
module.exports = (path, options) =>
  options.defaultResolver(path, options.conditions ? options : { ...options, conditions });

const conditions = ['@parley/source', 'node', 'import', 'default'];

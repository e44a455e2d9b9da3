const asyncHooks = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const { compileFunction } = require('node:vm');

const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
const compiled = new Map();

/**
 * Evaluates Jest's test framework anew, so that a file has no tests of another one, and compiles it only once.
 *
 * Node 20: `disable` ends the asynchronous storages of this copy. Node copies the value of every storage that was not disabled
 * into each new promise: with one left by each of 120 files, an `await` takes 70 times as long.
 */
exports.loadFramework = (path) => {
  const evaluate =
    compiled.get(path) ?? compileFunction(readFileSync(path, 'utf8'), parameters, { filename: path });
  compiled.set(path, evaluate);
  const storages = [];
  class Storage extends asyncHooks.AsyncLocalStorage {
    constructor(...args) {
      super(...args);
      storages.push(this);
    }
  }
  const load = createRequire(path);
  const loadForFramework = (name) =>
    name === 'node:async_hooks' ? { ...asyncHooks, AsyncLocalStorage: Storage } : load(name);
  const module = { exports: {} };
  evaluate(module.exports, Object.assign(loadForFramework, load), module, path, dirname(path));
  return {
    framework: module.exports,
    disable: () => {
      for (const storage of storages) storage.disable();
    },
  };
};

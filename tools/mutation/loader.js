import { readFileSync } from 'node:fs';

// This file is plain JavaScript, because Node loads it before anything can transpile it.

let replaced = {};

/** Reads which sources are replaced, by URL. */
export function initialize(file) {
  replaced = JSON.parse(readFileSync(file, 'utf8'));
}

export function load(url, context, nextLoad) {
  const file = replaced[url];
  if (file === undefined) return nextLoad(url, context);
  return { format: 'module', source: readFileSync(file, 'utf8'), shortCircuit: true };
}

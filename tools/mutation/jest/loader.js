import { readFileSync } from 'node:fs';

// This file is plain JavaScript, because Node loads it before anything can transpile it.

let replaced;

/** `replaced.url` is the source that is changed, and `replaced.path` its changed text, as JavaScript. */
export function initialize(data) {
  replaced = data;
}

export function load(url, context, nextLoad) {
  if (url.split('?')[0] !== replaced.url) return nextLoad(url, context);
  return { format: 'module', source: readFileSync(replaced.path, 'utf8'), shortCircuit: true };
}

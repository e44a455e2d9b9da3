const globals = new URL('globals.js', import.meta.url).href;

/** `@jest/globals` itself refuses to be loaded by Node. */
export function resolve(specifier, context, nextResolve) {
  return specifier === '@jest/globals'
    ? { url: globals, shortCircuit: true }
    : nextResolve(specifier, context);
}

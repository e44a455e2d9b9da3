import { existsSync } from 'node:fs';
import module from 'node:module';

/**
 * Lets Node import the TypeScript sources: `node --import ./tools/typescript/register.js`. Node 22.18 and newer strip types
 * themselves, and need only this hook, because the sources import a file by the name that its compiled form has.
 */
if (process.features.typescript) module.registerHooks({ resolve });
// Node 20: it cannot strip types.
else await import('tsx');

function resolve(specifier, context, nextResolve) {
  if (
    specifier.startsWith('.') &&
    specifier.endsWith('.js') &&
    /\.ts(?:\?|$)/.test(context.parentURL ?? '')
  ) {
    const source = new URL(`${specifier.slice(0, -2)}ts`, context.parentURL);
    if (existsSync(source)) return nextResolve(source.href, context);
  }
  return nextResolve(specifier, context);
}

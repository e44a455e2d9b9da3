/** What compiles the checks of requests: the inputs of the task apart from the contract, and the versions of the packages. */
export const compilerFiles = [
  'package-lock.json',
  'apps/api/generator',
  'apps/api/src/http/contract',
  'apps/api/src/http/validation',
  'packages/core/package.json',
  'packages/core/src/ids.ts',
  'packages/validation/package.json',
  'packages/validation/src',
];

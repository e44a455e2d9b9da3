import type { RequestSource } from './request-source.js';

/** Renders the checks of a version as a module. V8 compiles the functions of an operation at its first request. */
export function renderRequests(sources: readonly RequestSource[]): string {
  return `// Generated from spec by generate.ts; do not edit.
// @ts-nocheck: Ajv writes JavaScript.

import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import type { CompiledRequests } from '../http/contract/compiled-requests.js';

const require = (name) => modules[name];
const modules = { 'ajv/dist/runtime/equal': equal, 'ajv/dist/runtime/ucs2length': ucs2length };

export const requests: CompiledRequests = {
${sources.map(renderRequest).join('\n')}
};
`;
}

function renderRequest({ operationId, parameters, checkParameters, checkBody }: RequestSource): string {
  return `  ${operationId}: {
    parameters: ${JSON.stringify(parameters)},
    create: (formats) => ({
      parameters: ${renderFunction(checkParameters)},
      body: ${renderFunction(checkBody)},
    }),
  },`;
}

/** Renders one compiled function. Ajv writes a CommonJS module that exports the function. */
function renderFunction(source: string): string {
  return `((module) => {${source}return module.exports})({})`;
}

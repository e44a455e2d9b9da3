import { createRequire } from 'node:module';
import { compileRequests, type RequestContract } from '../../../generator/compile-requests.js';
import type {
  CompiledRequests,
  Extent,
  ValidateParts,
} from '../../../src/http/contract/compiled-requests.js';
import type { OpenApiDocument } from '../../../src/http/contract/operation.js';

/** Compiles the checks of a document that only tests have, as the build compiles the checks of the contract. */
export function compileNow(contract: RequestContract, extent: Extent): Promise<CompiledRequests> {
  const known = compiled[extent].get(contract.document) ?? compile(contract, extent);
  compiled[extent].set(contract.document, known);
  return known;
}

const compiled: Record<Extent, WeakMap<OpenApiDocument, Promise<CompiledRequests>>> = {
  'all errors': new WeakMap(),
  'first error': new WeakMap(),
};

async function compile(contract: RequestContract, extent: Extent): Promise<CompiledRequests> {
  const sources = await compileRequests(contract, extent);
  return Object.fromEntries(
    sources.map(({ operationId, parameters, checkParameters, checkBody }) => [
      operationId,
      {
        parameters,
        create: (formats: object) => ({
          parameters: evaluate(checkParameters, formats),
          body: evaluate(checkBody, formats),
        }),
      },
    ]),
  );
}

const require = createRequire(import.meta.url);

function evaluate(source: string, formats: object): ValidateParts {
  const run = new Function('module', 'formats', 'require', `${source}return module.exports`);
  return run({}, formats, require);
}

import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import type { ApiVersion, HandlerMap } from './http/routing/api-version.js';
import { loadV2RequestChecks, loadV3RequestChecks } from './load-request-checks.js';
import { createV2Handlers } from './v2/handlers.js';
import { createV3Handlers, type V3HandlerOptions } from './v3/handlers.js';

/** Returns both versions of the API as the contract describes them, with their handlers. */
export function createApiVersions(options: V3HandlerOptions): readonly ApiVersion[] {
  return [
    {
      name: v3.version,
      document: v3Document,
      operations: Object.values(v3.operations),
      handlers: eraseTypes(createV3Handlers(options)),
      allowsUnknownQuery: false,
      loadRequestChecks: loadV3RequestChecks,
    },
    {
      name: v2.version,
      document: v2Document,
      operations: Object.values(v2.operations),
      handlers: eraseTypes(createV2Handlers()),
      allowsUnknownQuery: true,
      loadRequestChecks: loadV2RequestChecks,
      lifetime: { deprecatedAt: new Date(v2.deprecatedAt), sunsetAt: new Date(v2.sunsetAt) },
    },
  ];
}

/**
 * Each handler accepts the input of its own operation. Validation guarantees that it gets exactly that, which the types
 * of a map over all operations cannot express.
 */
function eraseTypes(handlers: object): HandlerMap {
  return handlers as HandlerMap;
}
